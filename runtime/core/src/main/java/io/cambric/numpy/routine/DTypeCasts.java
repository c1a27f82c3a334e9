package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.array.DType.Kind;
import io.cambric.numpy.dtype.Casting;

/** The conversions between dtypes that each level of {@link Casting} permits. */
final class DTypeCasts {

  private DTypeCasts() {}

  /** {@return whether a conversion is permitted} */
  static boolean permitted(DType from, DType to, Casting casting) {
    return switch (casting) {
      case NO, EQUIV -> from == to;
      case SAFE -> isSafe(from, to);
      // ml_dtypes registers only an unsafe conversion from bf16 to f16.
      case SAME_KIND ->
          from.kind().compareTo(to.kind()) <= 0 && !(from == DType.BF16 && to == DType.F16);
      case UNSAFE -> true;
    };
  }

  private static boolean isSafe(DType from, DType to) {
    return switch (from.kind()) {
      case BOOL -> true;
      case UNSIGNED, SIGNED -> to.isFloating() ? isExact(from, to) : fits(from, to);
      case FLOATING -> from == to || (to.isFloating() && to.bytes() > from.bytes());
    };
  }

  private static boolean isExact(DType integer, DType floating) {
    int bits = 8 * integer.bytes() - (integer.kind() == Kind.SIGNED ? 1 : 0);
    return floating == DType.F64 || bits <= 1 - Math.getExponent(floating.epsilon());
  }

  private static boolean fits(DType from, DType to) {
    if (from.kind() == to.kind()) {
      return from.bytes() <= to.bytes();
    }
    return to.kind() == Kind.SIGNED && from.bytes() < to.bytes();
  }
}
