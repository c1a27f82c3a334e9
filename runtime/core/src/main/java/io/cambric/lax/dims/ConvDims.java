package io.cambric.lax.dims;

import io.cambric.array.Axes;
import io.cambric.errors.ShapeException;
import java.util.Arrays;

/**
 * The roles of the axes of the operands and the result of a convolution.
 *
 * @param lhsSpec axes of lhs: batch, feature, then the spatial axes
 * @param rhsSpec axes of the kernel: output feature, input feature, then the spatial axes
 * @param outSpec axes of the result: batch, feature, then the spatial axes
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.ConvDimensionNumbers.html">lax.ConvDimensionNumbers</a>
 */
public record ConvDims(Axes lhsSpec, Axes rhsSpec, Axes outSpec) {

  /** Checks that each spec is a permutation, and that all have equally many axes. */
  public ConvDims {
    for (var spec : new Axes[] {lhsSpec, rhsSpec, outSpec}) {
      if (spec.size() != lhsSpec.size()
          || spec.size() < 2
          || Arrays.stream(spec.toArray()).anyMatch(axis -> axis < 0)
          || !spec.normalized(spec.size(), "ConvDims").isIdentity()) {
        throw new ShapeException(
            "ConvDims needs three permutations of equal length, but got %s, %s and %s."
                .formatted(lhsSpec, rhsSpec, outSpec));
      }
    }
  }

  /**
   * {@return the roles given by letters} N and C name batch and feature, O and I output and input
   * features, and one letter each spatial axis: {@code of("NHWC", "HWIO", "NHWC")}.
   */
  public static ConvDims of(String lhs, String rhs, String out) {
    return new ConvDims(
        spec(lhs, 'N', 'C', rhs), spec(rhs, 'O', 'I', rhs), spec(out, 'N', 'C', rhs));
  }

  private static Axes spec(String letters, char first, char second, String kernel) {
    int[] axes = new int[letters.length()];
    int next = 2;
    boolean fits = letters.length() == kernel.length() && letters.length() >= 2;
    for (int i = 0; fits && i < kernel.length(); i++) {
      char letter = kernel.charAt(i);
      if (letter != 'O' && letter != 'I') {
        int at = letters.indexOf(letter);
        fits = at >= 0 && next < axes.length;
        if (fits) {
          axes[next++] = at;
        }
      }
    }
    fits =
        fits && next == axes.length && letters.indexOf(first) >= 0 && letters.indexOf(second) >= 0;
    if (!fits) {
      throw new ShapeException(
          "ConvDims needs the letters %s and %s and the spatial letters of the kernel \"%s\", but got \"%s\"."
              .formatted(first, second, kernel, letters));
    }
    axes[0] = letters.indexOf(first);
    axes[1] = letters.indexOf(second);
    return Axes.of(axes);
  }

  /** {@return the number of spatial axes} */
  public int spatialRank() {
    return lhsSpec.size() - 2;
  }

  /** {@return the spatial axes of a spec} */
  public static Axes spatial(Axes spec) {
    int[] axes = spec.toArray();
    return Axes.of(Arrays.copyOfRange(axes, 2, axes.length));
  }

  /** {@return a spec with its first two axes exchanged} */
  public static Axes swapped(Axes spec) {
    return Axes.of(spec.get(1), spec.get(0)).concat(spatial(spec));
  }
}
