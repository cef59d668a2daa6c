import WebPage
