package io.cambric.lax.op;

import io.cambric.array.DType;

/** The families of dtypes that operations accept. */
public enum DTypes {
  ANY("any dtype"),
  NUMERIC("an integer or floating dtype"),
  SIGNED("a signed integer or floating dtype"),
  FLOATING("a floating dtype"),
  INTEGER("an integer dtype"),
  INTEGER_OR_BOOL("an integer dtype or bool");

  private final String text;

  DTypes(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  public boolean test(DType dtype) {
    return switch (this) {
      case ANY -> true;
      case NUMERIC -> dtype != DType.BOOL;
      case SIGNED -> dtype != DType.BOOL && dtype.kind() != DType.Kind.UNSIGNED;
      case FLOATING -> dtype.isFloating();
      case INTEGER -> dtype.isInteger();
      case INTEGER_OR_BOOL -> !dtype.isFloating();
    };
  }
}
