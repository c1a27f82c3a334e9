package io.cambric.transform;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.interpreters.JvpTrace;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.interpreters.Traced;
import io.cambric.interpreters.Transposition;
import io.cambric.lax.Lax;
import io.cambric.lax.Tangents;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forward and reverse differentiation of functions of one pytree. */
final class Differentiation {

  private Differentiation() {}

  static <A, R> Jvp<R> jvp(Fn<A, R> function, A primal, A tangent) {
    var primals = ArrayTree.of(primal);
    var tangents = ArrayTree.of(tangent);
    requireLike("jvp", "tangent", "primal", primals, tangents);
    var calls = new Calls<R>(function, primals.structure());
    var directions = new ArrayList<@Nullable Array>();
    for (int i = 0; i < primals.arrays().size(); i++) {
      boolean floating = primals.arrays().get(i).dtype().isFloating();
      directions.add(floating ? tangents.arrays().get(i) : null);
    }
    var out = JvpTrace.jvp(calls, primals.arrays(), directions);
    var instantiated = new ArrayList<Array>();
    for (int i = 0; i < out.primals().size(); i++) {
      instantiated.add(
          Tangents.instantiate(out.tangents().get(i), out.primals().get(i).aval().strong()));
    }
    return new Jvp<>(calls.build(out.primals()), calls.build(instantiated));
  }

  static <A, R> Linearized<A, R> linearize(Fn<A, R> function, A primal) {
    var point = new Point<A, R>("linearize", function, primal);
    return new Linearized<>(
        point.calls.build(point.result.primals()),
        tangent -> {
          var tree = ArrayTree.of(tangent);
          requireLike("linearize", "tangent", "primal", point.primals, tree);
          var tangents = tree.arrays();
          var chosen = new ArrayList<Array>();
          for (int i = 0; i < tangents.size(); i++) {
            if (point.wanted.get(i)) {
              chosen.add(tangents.get(i));
            }
          }
          Traced linear = point.result.linear();
          var out = linear.jaxpr().eval(linear.withConstants(chosen)).iterator();
          var all = new ArrayList<Array>();
          for (int i = 0; i < point.result.primals().size(); i++) {
            var aval = point.result.primals().get(i).aval().strong();
            all.add(point.result.nonzero().get(i) ? out.next() : Lax.zeros(aval));
          }
          return point.calls.build(all);
        });
  }

  static <A, R> Vjp<A, R> vjp(Fn<A, R> function, A primal) {
    var point = new Point<A, R>("vjp", function, primal);
    return new Vjp<>(
        point.calls.build(point.result.primals()),
        cotangent -> {
          var cotangents = ArrayTree.of(cotangent);
          var output = new ArrayTree(point.result.primals(), point.calls.result());
          requireLike("vjp", "cotangent", "output", output, cotangents);
          return point.pullback(cotangents.arrays());
        });
  }

  static <A> ValueAndGrad<A> valueAndGrad(Fn<A, Array> function, A primal) {
    var point = new Point<A, Array>("grad", function, primal);
    var value = point.calls.build(point.result.primals());
    requireScalar(value.aval());
    return new ValueAndGrad<>(value, point.pullback(List.of(one(value.aval()))));
  }

  static <A, X> ValueAuxAndGrad<A, X> valueAndGradAux(Fn<A, WithAux<X>> function, A primal) {
    var point = new Point<A, WithAux<X>>("grad", function, primal);
    var out = point.calls.build(point.result.primals());
    requireScalar(out.value().aval());
    var cotangents = new ArrayList<@Nullable Array>();
    cotangents.add(one(out.value().aval()));
    while (cotangents.size() < point.result.primals().size()) {
      cotangents.add(null);
    }
    return new ValueAuxAndGrad<>(out.value(), out.aux(), point.pullback(cotangents));
  }

  private static Array one(ShapedArray aval) {
    return NdArray.scalar(aval.strong(), 1);
  }

  private static void requireScalar(ShapedArray value) {
    if (!value.shape().equals(Shape.scalar())) {
      throw new DifferentiationException(
          "grad needs a function with a scalar output, but it returned %s. Sum or average it, or use vjp or jacrev."
              .formatted(value));
    }
    if (!value.dtype().isFloating()) {
      throw new DifferentiationException(
          "grad needs a function with a floating output, but it returned %s. Convert the loss with astype."
              .formatted(value));
    }
  }

  /**
   * Checks that tangents, or cotangents, have the structure, shapes and dtypes of what they are of.
   */
  private static void requireLike(
      String what, String role, String of, ArrayTree expected, ArrayTree actual) {
    Trees.requireSame(
        "%s with a %s of its %s".formatted(what, role, of),
        "the " + of,
        expected.structure().def(),
        "the " + role,
        actual.structure().def());
    var paths = expected.structure().arrayPaths();
    if (!paths.equals(actual.structure().arrayPaths())) {
      throw new TreeStructureException(
          "%s needs a %s with arrays where its %s has them, at %s, but got them at %s."
              .formatted(what, role, of, paths, actual.structure().arrayPaths()));
    }
    for (int i = 0; i < paths.size(); i++) {
      var needed = expected.arrays().get(i).aval();
      var got = actual.arrays().get(i).aval();
      boolean sameShape = needed.shape().equals(got.shape());
      // Nothing flows through integers: whatever stands for their tangent is not looked at.
      boolean sameDType = needed.dtype() == got.dtype() || !needed.dtype().isFloating();
      if (sameShape && sameDType) {
        continue;
      }
      var message =
          "%s needs each %s in the shape and dtype of its %s, but %s is %s and its %s %s. %s."
              .formatted(
                  what,
                  role,
                  of,
                  paths.get(i).isEmpty() ? "the " + of : "leaf \"" + paths.get(i) + "\"",
                  needed,
                  role,
                  got,
                  sameShape ? "Convert it with astype" : "Broadcast or reduce it");
      throw sameShape ? new DTypeException(message) : new ShapeException(message);
    }
  }

  /** A function linearized at a point. */
  private static final class Point<A, R> {

    private final ArrayTree primals;
    private final List<Boolean> wanted;
    private final Calls<R> calls;
    private final LinearizeTrace.Result result;

    Point(String what, Fn<A, R> function, A primal) {
      this.primals = ArrayTree.of(primal);
      this.wanted = primals.arrays().stream().map(array -> array.dtype().isFloating()).toList();
      if (what.equals("grad")) {
        requireFloating();
      }
      this.calls = new Calls<>(function, primals.structure());
      this.result = LinearizeTrace.linearize(calls, primals.arrays(), wanted);
    }

    private void requireFloating() {
      int integer = wanted.indexOf(false);
      if (integer >= 0) {
        var path = primals.structure().arrayPaths().get(integer);
        throw new DifferentiationException(
            "grad needs floating inputs, but %s is %s. Close over it instead of passing it, or convert it with astype."
                .formatted(
                    path.isEmpty() ? "the argument" : "leaf \"" + path + "\"",
                    primals.arrays().get(integer).aval()));
      }
    }

    /** {@return the cotangents of the argument; zeros where none came and for integers} */
    A pullback(List<? extends @Nullable Array> cotangents) {
      var incoming = new ArrayList<@Nullable Array>();
      for (int i = 0; i < cotangents.size(); i++) {
        if (result.nonzero().get(i)) {
          incoming.add(cotangents.get(i));
        }
      }
      var linear = result.linear();
      var out = Transposition.transpose(linear.jaxpr(), linear.constants(), incoming).iterator();
      var all = new ArrayList<Array>();
      for (int i = 0; i < wanted.size(); i++) {
        var aval = primals.arrays().get(i).aval().strong();
        all.add(Tangents.instantiate(wanted.get(i) ? out.next() : null, aval));
      }
      return primals.structure().build(all);
    }
  }
}
