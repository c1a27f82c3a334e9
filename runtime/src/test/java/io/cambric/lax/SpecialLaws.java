package io.cambric.lax;

import static io.cambric.lax.Arg.between;
import static io.cambric.lax.Arg.ints;
import static io.cambric.lax.Arg.nonzero;
import static io.cambric.lax.Arg.normal;

import io.cambric.array.DType;
import java.util.ArrayList;
import java.util.List;

/** The rows of gamma, beta, zeta and Bessel functions. */
final class SpecialLaws {

  private SpecialLaws() {}

  static List<Law> all() {
    var laws =
        new ArrayList<>(
            List.of(
                Law.of(new Lgamma(), between(0.3, 4, 2, 3)),
                Law.of(new Lgamma(), between(-1.8, -1.2, 2)),
                Law.of(new Digamma(), between(0.3, 4, 2, 3)),
                Law.of(new SinOverX(), nonzero(2, 3)),
                Law.of(new SinOverXTangent(false), normal(2, 3), nonzero(2, 3)),
                Law.of(new SinOverXTangent(true), normal(2, 3), nonzero(2, 3)),
                Law.of(new BesselI0e(), nonzero(2, 3)),
                Law.of(new BesselI0e(), between(7, 9, 2, 3)),
                Law.of(new BesselI1e(), normal(2, 3)),
                Law.of(new BesselI1e(), between(-9, -7, 2, 3))));
    for (var shapes :
        List.of(new int[][] {{2, 3}, {2, 3}}, new int[][] {{}, {2, 3}}, new int[][] {{3}, {}})) {
      var positive = between(0.5, 4, shapes[0]).held();
      var x = between(0.5, 4, shapes[1]);
      var order = ints(DType.F64, 1, 4, shapes[0]).held();
      laws.addAll(
          List.of(
              Law.of(new Polygamma(), order, x),
              Law.of(new Zeta(), between(1.5, 4, shapes[0]).held(), x),
              Law.of(new Igamma(false), positive, x),
              Law.of(new Igamma(true), positive, x),
              Law.of(
                  new RegularizedIncompleteBeta(),
                  positive,
                  positive,
                  between(0.1, 0.9, shapes[0])),
              Law.of(new IgammaGradA(), between(0.5, 4, shapes[0]), x)
                  .withoutDerivative("a derivative already, as in JAX"),
              Law.of(new RandomGammaGrad(), between(0.5, 4, shapes[0]), x)
                  .withoutDerivative("a derivative already, as in JAX")));
    }
    return laws;
  }
}
