package io.cambric.examples.pinn;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;

/**
 * The exact solution of Burgers' equation from {@code -sin(pi x)}, as a quotient of two integrals.
 *
 * <p>The Cole-Hopf transformation makes a heat equation of Burgers' equation. Integrands fall as
 * normal densities do, so sums over a grid converge faster than any power of its spacing.
 *
 * @see <a href="https://doi.org/10.1090/qam/42889">Cole, On a quasi-linear parabolic equation</a>
 */
final class ColeHopf {

  private static final int NODES = 600;

  /** Standard deviations of the heat kernel on each side, beyond which nothing counts. */
  private static final double WIDTH = 10;

  private ColeHopf() {}

  /** {@return the solution at a time from 0 to 1 and a place} */
  static double solution(double viscosity, double time, double place) {
    if (time == 0) {
      return -Math.sin(Math.PI * place);
    }
    double deviation = Math.sqrt(2 * viscosity * time);
    double above = 0;
    double below = 0;
    for (int i = 0; i <= NODES; i++) {
      double z = WIDTH * (2.0 * i / NODES - 1);
      double y = place - deviation * z;
      // The constant keeps the exponential at 1 or below, and cancels.
      double weight =
          Math.exp(-z * z / 2 - (Math.cos(Math.PI * y) + 1) / (2 * Math.PI * viscosity));
      above += Math.sin(Math.PI * y) * weight;
      below += weight;
    }
    return -above / below;
  }

  /** {@return the solution at points {@code (t, x)}, {@code [n, 2] -> [n]}} */
  static Array solution(double viscosity, Array points) {
    var coordinates = points.toFloats();
    var values = new float[coordinates.length / 2];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) solution(viscosity, coordinates[2 * i], coordinates[2 * i + 1]);
    }
    return NdArray.of(Shape.of(values.length), values);
  }
}
