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
import io.cambric.lax.op.Tangents;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.JvpAndAux;
import io.cambric.transform.result.Linearized;
import io.cambric.transform.result.LinearizedAndAux;
import io.cambric.transform.result.OutputAndAux;
import io.cambric.transform.result.ValueAndGrad;
import io.cambric.transform.result.ValueAuxAndGrad;
import io.cambric.transform.result.Vjp;
import io.cambric.transform.result.VjpAndAux;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.TreeComparison;
import java.util.ArrayList;
import java.util.LinkedHashSet;
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

  /** {@return the value and the derivative along a tangent, with the auxiliary output} */
  static <A, R, X> JvpAndAux<R, X> jvpAux(Fn<A, OutputAndAux<R, X>> function, A primal, A tangent) {
    var out = jvp(function, primal, tangent);
    return new JvpAndAux<>(out.output().output(), out.tangent().output(), out.output().aux());
  }

  static <A, R> Linearized<A, R> linearize(Fn<A, R> function, A primal) {
    var point = new Point<A, R>("linearize", function, primal);
    return new Linearized<>(
        point.calls.build(point.result.primals()),
        tangent -> point.calls.build(point.tangents(tangent)));
  }

  /** {@return the derivative as a function without the auxiliary output} */
  static <A, R, X> LinearizedAndAux<A, R, X> linearizeAux(
      Fn<A, OutputAndAux<R, X>> function, A primal) {
    var point = new Point<A, OutputAndAux<R, X>>("linearize", function, primal);
    var all = point.calls.build(point.result.primals());
    var output = ArrayTree.of(all.output());
    return new LinearizedAndAux<>(
        all.output(),
        tangent ->
            output.structure().build(point.tangents(tangent).subList(0, output.arrays().size())),
        all.aux());
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

  /** {@return the pullback of a function, without a cotangent of its auxiliary output} */
  static <A, R, X> VjpAndAux<A, R, X> vjpAux(Fn<A, OutputAndAux<R, X>> function, A primal) {
    var point = new Point<A, OutputAndAux<R, X>>("vjp", function, primal);
    var all = point.calls.build(point.result.primals());
    var output = ArrayTree.of(all.output());
    return new VjpAndAux<>(
        all.output(),
        cotangent -> {
          var cotangents = ArrayTree.of(cotangent);
          requireLike("vjp", "cotangent", "output", output, cotangents);
          var incoming = new ArrayList<@Nullable Array>(cotangents.arrays());
          while (incoming.size() < point.result.primals().size()) {
            incoming.add(null);
          }
          return point.pullback(incoming);
        },
        all.aux());
  }

  /**
   * {@return the scalar value of a function and its gradient}
   *
   * @param integers whether leaves that are not floating are allowed
   */
  static <A> ValueAndGrad<A> valueAndGrad(Fn<A, Array> function, A primal, boolean integers) {
    var point = new Point<A, Array>(integers ? "vjp" : "grad", function, primal);
    var value = point.calls.build(point.result.primals());
    requireScalar(value.aval());
    return new ValueAndGrad<>(value, point.gradient(List.of(one(value.aval()))));
  }

  static <A, X> ValueAuxAndGrad<A, X> valueAndGradAux(
      Fn<A, WithAux<X>> function, A primal, boolean integers) {
    var point = new Point<A, WithAux<X>>(integers ? "vjp" : "grad", function, primal);
    var out = point.calls.build(point.result.primals());
    requireScalar(out.value().aval());
    var cotangents = new ArrayList<@Nullable Array>();
    cotangents.add(one(out.value().aval()));
    while (cotangents.size() < point.result.primals().size()) {
      cotangents.add(null);
    }
    return new ValueAuxAndGrad<>(out.value(), out.aux(), point.gradient(cotangents));
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

  private static void requireLike(
      String what, String role, String of, ArrayTree expected, ArrayTree actual) {
    requireLike(
        what,
        role,
        of,
        expected.structure(),
        ShapedArray.ofAll(expected.arrays()),
        actual.structure(),
        ShapedArray.ofAll(actual.arrays()));
  }

  /**
   * Checks that tangents have the structure, shapes and dtypes of primals, or that cotangents have
   * those of the output.
   */
  static void requireLike(
      String what,
      String role,
      String of,
      ArrayTree.Structure structure,
      List<ShapedArray> avals,
      ArrayTree.Structure actual,
      List<ShapedArray> actualAvals) {
    TreeComparison.requireSame(
        "%s with a %s of its %s".formatted(what, role, of),
        "the " + of,
        structure.def(),
        "the " + role,
        actual.def());
    var paths = structure.arrayPaths();
    if (!paths.equals(actual.arrayPaths())) {
      throw new TreeStructureException(
          "%s needs a %s with arrays in the same places as its %s, %s, but got them at %s."
              .formatted(what, role, of, paths, actual.arrayPaths()));
    }
    for (int i = 0; i < paths.size(); i++) {
      var needed = avals.get(i);
      var got = actualAvals.get(i);
      boolean sameShape = needed.shape().equals(got.shape());
      // The tangent of an integer is ignored, so any type is allowed.
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
  static final class Point<A, R> {

    private final ArrayTree primals;
    private final List<Boolean> wanted;
    private final Calls<R> calls;
    private final LinearizeTrace.Result result;

    Point(String what, Fn<A, R> function, A primal) {
      this.primals = ArrayTree.of(primal);
      this.wanted = primals.arrays().stream().map(array -> array.dtype().isFloating()).toList();
      if (what.equals("grad")) {
        requireArrays();
        requireFloating();
      }
      this.calls = new Calls<>(function, primals.structure());
      this.result = LinearizeTrace.linearize(calls, primals.arrays(), wanted);
    }

    /** Checks that there is an array to differentiate in, or no array at all, as in JAX. */
    private void requireArrays() {
      var kinds = new LinkedHashSet<String>();
      for (var leaf : primals.structure().statics()) {
        kinds.add(leaf == null ? "null" : leaf.getClass().getSimpleName());
      }
      if (primals.arrays().isEmpty() && !kinds.isEmpty()) {
        throw new DifferentiationException(
            "grad needs an argument with arrays, but its leaves are only of %s. Pass the parameters as the argument, and close over the rest."
                .formatted(String.join(", ", kinds)));
      }
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

    /** {@return the tangents of all outputs along a tangent of the argument} */
    List<Array> tangents(A tangent) {
      var tree = ArrayTree.of(tangent);
      requireLike("linearize", "tangent", "primal", primals, tree);
      var tangents = tree.arrays();
      var chosen = new ArrayList<Array>();
      for (int i = 0; i < tangents.size(); i++) {
        if (wanted.get(i)) {
          chosen.add(tangents.get(i));
        }
      }
      Traced linear = result.linear();
      var out = linear.jaxpr().eval(linear.withConstants(chosen)).iterator();
      var all = new ArrayList<Array>();
      for (int i = 0; i < result.primals().size(); i++) {
        var aval = result.primals().get(i).aval().strong();
        all.add(result.nonzero().get(i) ? out.next() : Lax.zeros(aval));
      }
      return all;
    }

    /**
     * {@return the cotangents of the argument; zeros for integers and for leaves without a
     * cotangent}
     */
    A pullback(List<? extends @Nullable Array> cotangents) {
      return primals.structure().build(cotangents(cotangents));
    }

    /** {@return the gradient; gradients of weakly typed leaves are weakly typed} */
    A gradient(List<? extends @Nullable Array> cotangents) {
      var all = cotangents(cotangents);
      for (int i = 0; i < all.size(); i++) {
        if (primals.arrays().get(i).aval().weak()) {
          all.set(i, Lax.convertElementType(all.get(i), all.get(i).dtype(), true));
        }
      }
      return primals.structure().build(all);
    }

    List<Array> cotangents(List<? extends @Nullable Array> cotangents) {
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
      return all;
    }

    ArrayTree primals() {
      return primals;
    }

    Calls<R> calls() {
      return calls;
    }

    List<Array> outputs() {
      return result.primals();
    }
  }
}
