package io.cambric.lax.op;

import static io.cambric.lax.op.Arg.between;
import static io.cambric.lax.op.Arg.ints;
import static io.cambric.lax.op.Arg.nonzero;
import static io.cambric.lax.op.Arg.normal;

import io.cambric.array.DType;
import io.cambric.lax.special.BesselI0e;
import io.cambric.lax.special.BesselI1e;
import io.cambric.lax.special.Beta;
import io.cambric.lax.special.BetaDensity;
import io.cambric.lax.special.Digamma;
import io.cambric.lax.special.GammaDensity;
import io.cambric.lax.special.Igamma;
import io.cambric.lax.special.IgammaGradA;
import io.cambric.lax.special.Lgamma;
import io.cambric.lax.special.LogBeta;
import io.cambric.lax.special.Polygamma;
import io.cambric.lax.special.PolygammaDifference;
import io.cambric.lax.special.RandomGammaGrad;
import io.cambric.lax.special.RegularizedIncompleteBeta;
import io.cambric.lax.special.ScaledBessel;
import io.cambric.lax.special.SinOverX;
import io.cambric.lax.special.SinOverXDerivative;
import io.cambric.lax.special.Trigamma;
import io.cambric.lax.special.Zeta;
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
                Law.of(new Trigamma(), between(0.3, 4, 2, 3)),
                Law.of(new SinOverX(), nonzero(2, 3)),
                Law.of(new SinOverXDerivative(1), normal(2, 3)),
                Law.of(new SinOverXDerivative(4), between(3, 5, 2, 3)),
                Law.of(new BesselI0e(), nonzero(2, 3)),
                Law.of(new BesselI0e(), between(7, 9, 2, 3)),
                Law.of(new BesselI1e(), normal(2, 3)),
                Law.of(new BesselI1e(), between(-9, -7, 2, 3)),
                Law.of(new ScaledBessel(2, 0), nonzero(2, 3)),
                Law.of(new ScaledBessel(1, 2), between(-31, -29, 2, 3))));
    for (var shapes :
        List.of(new int[][] {{2, 3}, {2, 3}}, new int[][] {{}, {2, 3}}, new int[][] {{3}, {}})) {
      var positive = between(0.5, 4, shapes[0]).held();
      var x = between(0.5, 4, shapes[1]);
      var order = ints(DType.F64, 1, 4, shapes[0]).held();
      laws.addAll(
          List.of(
              Law.of(new Polygamma(), order, x),
              Law.of(new LogBeta(), between(0.5, 4, shapes[0]), x),
              Law.of(new Beta(), between(0.5, 4, shapes[0]), x),
              Law.of(new PolygammaDifference(0), between(0.5, 4, shapes[0]), x),
              Law.of(new PolygammaDifference(2), between(20, 30, shapes[0]), x),
              Law.of(
                  new BetaDensity(),
                  between(0.5, 4, shapes[0]),
                  between(12, 14, shapes[0]),
                  between(0.1, 0.9, shapes[0])),
              Law.of(
                  new BetaDensity(),
                  between(12, 14, shapes[0]),
                  between(12, 14, shapes[0]),
                  between(0.3, 0.7, shapes[0])),
              Law.of(new GammaDensity(), between(0.5, 4, shapes[0]), x),
              Law.of(new GammaDensity(), between(12, 14, shapes[0]), between(8, 16, shapes[1])),
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
