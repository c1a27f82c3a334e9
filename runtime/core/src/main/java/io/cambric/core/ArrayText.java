package io.cambric.core;

import io.cambric.array.DType;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Prints concrete arrays as nested brackets. As in NumPy, large arrays are printed without the
 * middle of their long axes. Arrays without elements are printed as {@code []}, whatever their
 * shape. {@link PrintOptions} has the bounds.
 */
final class ArrayText {

  private final PrintOptions options = PrintOptions.current();
  private final NdArray array;

  private ArrayText(NdArray array) {
    this.array = array;
  }

  static String of(NdArray array) {
    return array.aval().toText() + " " + values(array);
  }

  static String values(NdArray array) {
    if (array.size() == 0) {
      return "[]";
    }
    var text = new StringBuilder();
    new ArrayText(array).append(0, 0, text);
    return text.toString();
  }

  private void append(int axis, int start, StringBuilder text) {
    if (axis == array.rank()) {
      text.append(element(start));
      return;
    }
    int count = array.dim(axis);
    int stride = array.shape().slice(axis + 1, array.rank()).size();
    text.append('[');
    for (int i = 0; i < count; i++) {
      if (isLong(count) && i == options.edgeItems()) {
        text.append(i == 0 ? "..." : ", ...");
        i = count - options.edgeItems();
        if (i == count) {
          break;
        }
      }
      text.append(i == 0 ? "" : ", ");
      append(axis + 1, start + i * stride, text);
    }
    text.append(']');
  }

  private boolean isLong(int count) {
    return array.size() > options.threshold() && count > 2L * options.edgeItems() + 1;
  }

  private String element(int i) {
    DType dtype = array.dtype();
    if (dtype == DType.BOOL) {
      return array.getDouble(i) != 0 ? "true" : "false";
    }
    if (dtype == DType.F64) {
      return number(Double.toString(array.getDouble(i)));
    }
    if (dtype.isFloating()) {
      return number(Float.toString((float) array.getDouble(i)));
    }
    return dtype == DType.U64
        ? Long.toUnsignedString(array.getLong(i))
        : Long.toString(array.getLong(i));
  }

  /** {@return the shortest text of a number, with the rounding and the exponents of the options} */
  private String number(String shortest) {
    var precision = options.precision();
    boolean finite = Character.isDigit(shortest.charAt(shortest.length() - 1));
    if (!finite || (precision == null && !options.suppress())) {
      return shortest;
    }
    int exponent = shortest.indexOf('E');
    if (exponent >= 0 && !options.suppress() && precision != null) {
      return rounded(shortest.substring(0, exponent), precision) + shortest.substring(exponent);
    }
    return rounded(shortest, precision == null ? Integer.MAX_VALUE : precision);
  }

  private static String rounded(String number, int digits) {
    var exact = new BigDecimal(number);
    var rounded = exact.setScale(Math.min(digits, exact.scale()), RoundingMode.HALF_EVEN);
    var sign = number.startsWith("-") && rounded.signum() == 0 ? "-" : "";
    int least = rounded.stripTrailingZeros().scale();
    return sign + rounded.setScale(Math.max(1, least), RoundingMode.UNNECESSARY).toPlainString();
  }
}
