package io.cambric.core;

import io.cambric.errors.ShapeException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The options for the text of arrays. {@code Numpy.setPrintoptions} changes it for the process,
 * {@code Numpy.printoptions} for one call.
 *
 * @param precision maximum number of digits after the point, {@code null} for the digits that
 *     identify the number
 * @param threshold maximum number of elements of an array that is printed whole
 * @param edgeItems elements at either end of an axis of a larger array
 * @param suppress whether small and large numbers are printed without an exponent
 * @see <a
 *     href="https://numpy.org/doc/stable/reference/generated/numpy.set_printoptions.html">np.set_printoptions</a>
 */
public record PrintOptions(
    @Nullable Integer precision, int threshold, int edgeItems, boolean suppress) {

  private static final PrintOptions DEFAULTS = new PrintOptions(null, 1000, 3, false);

  private static final ScopedValue<PrintOptions> WITHIN = ScopedValue.newInstance();

  private static volatile PrintOptions process = DEFAULTS;

  /** Checks that no number is negative. */
  public PrintOptions {
    if ((precision != null && precision < 0) || threshold < 0 || edgeItems < 0) {
      throw new ShapeException(
          "Print options need a precision, a threshold and edge items that are not negative, but got %s, %d and %d."
              .formatted(precision, threshold, edgeItems));
    }
  }

  /** {@return the default options} */
  public static PrintOptions defaults() {
    return DEFAULTS;
  }

  /** {@return the current options: the options of an enclosing call, or of the process} */
  public static PrintOptions current() {
    return WITHIN.orElse(process);
  }

  /** Sets the options of the process. */
  public static void set(PrintOptions options) {
    process = options;
  }

  /** {@return the result of a call that runs with these options} */
  public <T extends @Nullable Object> T during(Supplier<T> body) {
    return ScopedValue.where(WITHIN, this).call(body::get);
  }

  /** {@return these options with another number of digits after the point} */
  public PrintOptions withPrecision(int digits) {
    return new PrintOptions(digits, threshold, edgeItems, suppress);
  }

  /** {@return these options with another number of elements that are printed whole} */
  public PrintOptions withThreshold(int elements) {
    return new PrintOptions(precision, elements, edgeItems, suppress);
  }

  /** {@return these options with another number of elements at either end of an axis} */
  public PrintOptions withEdgeItems(int elements) {
    return new PrintOptions(precision, threshold, elements, suppress);
  }

  /** {@return these options with or without exponents of small and large numbers} */
  public PrintOptions withSuppress(boolean plain) {
    return new PrintOptions(precision, threshold, edgeItems, plain);
  }
}
