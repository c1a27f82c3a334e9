package io.cambric.conformance.python;

/**
 * A piece of Python text.
 *
 * @param text the characters; of a string literal its value
 * @param line from 1
 */
record Token(Kind kind, String text, int line) {

  enum Kind {
    NAME,
    INT,
    FLOAT,
    STRING,
    OPERATOR,
    NEWLINE,
    INDENT,
    DEDENT,
    END
  }

  boolean is(String operatorOrKeyword) {
    return (kind == Kind.OPERATOR || kind == Kind.NAME) && text.equals(operatorOrKeyword);
  }
}
