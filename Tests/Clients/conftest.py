"""Runs tests that are coroutines, and prints at the end what all of them measured."""

import inspect

import pytest

import harness
import parts


def pytest_pyfunc_call(pyfuncitem):
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    parts.run(pyfuncitem.obj(**arguments))
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        if report.failed:
            report.sections.append(("boardsim said", "\n".join(harness.said_last())))
        harness._running.clear()
        # In the report, because the test may run in another process than the summary.
        report.user_properties += [("measured", f"{test}: {text}") for test, text in harness.measurements]
        harness.measurements.clear()
    return report


def pytest_runtest_setup(item):
    harness.current_test = item.name


def pytest_terminal_summary(terminalreporter):
    terminalreporter.section("measured")
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, text in getattr(report, "user_properties", ()):
                if name == "measured" and report.when == "call":
                    terminalreporter.write_line(text)
