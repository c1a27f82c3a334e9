package io.cambric.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.interpreters.JvpTrace;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.interpreters.Transposition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compares derivatives of functions of f64 arrays with one another and with differences. */
public final class Gradients {

  /** Balances the error of the difference, of its square, against rounding, of its inverse. */
  private static final double STEP = 1e-5;

  private static final double TOLERANCE = 1e-6;

  private Gradients() {}

  /** Checks jvp against differences, linearize against jvp, and the transpose against both. */
  public static void check(
      Function<List<Array>, List<Array>> function, List<NdArray> primals, long seed) {
    var random = Seeds.generator(seed);
    var tangents =
        primals.stream()
            .map(x -> TestArrays.normal(random, DType.F64, x.shape()))
            .map(Array.class::cast)
            .toList();
    List<Array> arguments = List.copyOf(primals);

    var jvp = JvpTrace.jvp(function, arguments, new ArrayList<@Nullable Array>(tangents));
    var tangent = dense(jvp.tangents(), jvp.primals());
    assertClose("jvp, differences", tangent, differences(function, primals, tangents));

    var wanted = primals.stream().map(_ -> true).toList();
    var point = LinearizeTrace.linearize(function, arguments, wanted);
    var linear = point.linear();
    var linearized = linear.jaxpr().eval(linear.withConstants(tangents)).iterator();
    var all = new ArrayList<@Nullable Array>();
    point.nonzero().forEach(nonzero -> all.add(nonzero ? linearized.next() : null));
    assertClose("linearize, jvp", dense(all, jvp.primals()), tangent);

    var cotangents =
        jvp.primals().stream()
            .map(y -> (Array) TestArrays.normal(random, DType.F64, y.shape()))
            .toList();
    var incoming = new ArrayList<@Nullable Array>();
    for (int i = 0; i < cotangents.size(); i++) {
      if (point.nonzero().get(i)) {
        incoming.add(cotangents.get(i));
      }
    }
    var back = Transposition.transpose(linear.jaxpr(), linear.constants(), incoming);
    double forward = TestArrays.inner(cotangents, tangent);
    double backward = TestArrays.inner(dense(back, arguments), tangents);
    assertThat(backward)
        .as("inner product with the transpose")
        .isCloseTo(forward, within(TOLERANCE * (1 + Math.abs(forward))));
  }

  private static List<Array> dense(List<@Nullable Array> tangents, List<? extends Array> like) {
    var all = new ArrayList<Array>();
    for (int i = 0; i < tangents.size(); i++) {
      var tangent = tangents.get(i);
      var shape = like.get(i).shape();
      all.add(
          tangent == null ? TestArrays.of(DType.F64, shape, new double[shape.size()]) : tangent);
    }
    return all;
  }

  private static List<Array> differences(
      Function<List<Array>, List<Array>> function, List<NdArray> primals, List<Array> tangents) {
    var above = function.apply(moved(primals, tangents, STEP));
    var below = function.apply(moved(primals, tangents, -STEP));
    var all = new ArrayList<Array>();
    for (int k = 0; k < above.size(); k++) {
      var a = TestArrays.doubles(above.get(k));
      var b = TestArrays.doubles(below.get(k));
      var slope = new double[a.length];
      for (int i = 0; i < a.length; i++) {
        slope[i] = (a[i] - b[i]) / (2 * STEP);
      }
      all.add(TestArrays.of(DType.F64, above.get(k).shape(), slope));
    }
    return all;
  }

  private static List<Array> moved(List<NdArray> primals, List<Array> tangents, double step) {
    var all = new ArrayList<Array>();
    for (int k = 0; k < primals.size(); k++) {
      var x = TestArrays.doubles(primals.get(k));
      var t = TestArrays.doubles(tangents.get(k));
      for (int i = 0; i < x.length; i++) {
        x[i] += step * t[i];
      }
      all.add(TestArrays.of(DType.F64, primals.get(k).shape(), x));
    }
    return all;
  }

  private static void assertClose(String what, List<Array> actual, List<Array> expected) {
    for (int k = 0; k < expected.size(); k++) {
      var a = TestArrays.doubles(actual.get(k));
      var e = TestArrays.doubles(expected.get(k));
      double scale = 1;
      for (double element : e) {
        scale = Math.max(scale, Math.abs(element));
      }
      for (int i = 0; i < e.length; i++) {
        assertThat(a[i])
            .as(what + ", result " + k + ", element " + i)
            .isCloseTo(e[i], within(TOLERANCE * scale));
      }
    }
  }
}
