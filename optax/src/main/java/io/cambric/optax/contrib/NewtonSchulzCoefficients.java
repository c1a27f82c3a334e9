package io.cambric.optax.contrib;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import java.util.List;

/**
 * The coefficients of Newton-Schulz iterations: one triple for all, or one for each.
 *
 * @param rows one triple, or one for each iteration
 * @param perStep whether each iteration has its own triple
 */
public record NewtonSchulzCoefficients(List<List<Double>> rows, boolean perStep) {

  /** Coefficients of Jordan, 2024, with the steepest slope at 0. */
  public static final NewtonSchulzCoefficients STANDARD = of(3.4445, -4.7750, 2.0315);

  /**
   * Coefficients of Dion, for five iterations.
   *
   * @see <a href="https://arxiv.org/abs/2504.05295">Ahn et al., 2025</a>
   */
  public static final NewtonSchulzCoefficients DION =
      ofSteps(
          List.of(
              List.of(4.0848, -6.8946, 2.9270),
              List.of(3.9505, -6.3029, 2.6377),
              List.of(3.7418, -5.5913, 2.3037),
              List.of(2.8769, -3.1427, 1.2046),
              List.of(2.8366, -3.0525, 1.2012)));

  public NewtonSchulzCoefficients {
    rows = rows.stream().map(List::copyOf).toList();
    if (rows.isEmpty() || rows.stream().anyMatch(row -> row.size() != 3)) {
      throw new HyperparameterException(
          "muon needs ns_coeffs of three numbers, or of three for each iteration, but got %s. NewtonSchulzCoefficients.STANDARD is usual."
              .formatted(rows));
    }
  }

  /** {@return one triple for all iterations} */
  public static NewtonSchulzCoefficients of(double a, double b, double c) {
    return new NewtonSchulzCoefficients(List.of(List.of(a, b, c)), false);
  }

  /** {@return one triple for each iteration} */
  public static NewtonSchulzCoefficients ofSteps(List<List<Double>> rows) {
    return new NewtonSchulzCoefficients(rows, true);
  }

  /** Checks that there are no more triples than iterations. */
  void require(String where, int steps) {
    if (perStep && rows.size() > steps) {
      throw new HyperparameterException(
          "%s needs ns_steps of at least %d, the number of rows of ns_coeffs, but got %d. Raise ns_steps, or remove rows."
              .formatted(where, rows.size(), steps));
    }
  }

  /** {@return these as {@code f32[3]} or {@code f32[n, 3]}} */
  Array array() {
    var values = new float[rows.size() * 3];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows.get(i / 3).get(i % 3).floatValue();
    }
    return NdArray.of(perStep ? Shape.of(rows.size(), 3) : Shape.of(3), values);
  }
}
