/// Elementary functions in pure Swift.
///
/// The C library's differ in the last bit from machine to machine, and one bit is enough to break
/// a byte-identical trace; these use only IEEE 754 addition, multiplication, division and square
/// root, which do not.
public enum Elementary {}
