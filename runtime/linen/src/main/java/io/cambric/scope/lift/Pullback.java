package io.cambric.scope.lift;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.errors.ShapeException;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.interpreters.Transposition;
import io.cambric.lax.op.Tangents;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Opaque;
import io.cambric.tree.TreeComparison;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The map from cotangents of a lifted function's value to those of its variables and argument. A
 * pullback is a pytree of residuals. It can thus be the residual of a lifted {@code customVjp} or
 * the result of a jitted function.
 *
 * @param residuals of the forward pass
 * @param shape the static part
 * @param <A> argument
 * @param <R> value
 */
@PyTree
public record Pullback<A extends @Nullable Object, R extends @Nullable Object>(
    List<Array> residuals, @Static Shape shape) implements Fn<R, LiftedGrads<A>> {

  /** The static part of a pullback, independent of values. */
  public static final class Shape implements Opaque {
    private final Jaxpr linear;
    private final List<Boolean> nonzero;
    private final StaticLeafTree primals;
    private final StaticLeafTree value;
    private final int own;

    Shape(
        Jaxpr linear,
        List<Boolean> nonzero,
        StaticLeafTree primals,
        StaticLeafTree value,
        int own) {
      this.linear = linear;
      this.nonzero = nonzero;
      this.primals = primals;
      this.value = value;
      this.own = own;
    }
  }

  /**
   * {@return the pullback of a linearized function}
   *
   * @param primals groups of variables, and the argument
   * @param value the first of its results
   * @param own index of the root whose variables get cotangents
   */
  static <A extends @Nullable Object, R extends @Nullable Object> Pullback<A, R> of(
      LinearizeTrace.Result linearized, StaticLeafTree primals, StaticLeafTree value, int own) {
    return new Pullback<>(
        linearized.linear().constants(),
        new Shape(
            linearized.linear().jaxpr(),
            linearized.nonzero(),
            primals.withAvals(),
            value.withAvals(),
            own));
  }

  /**
   * {@return the cotangents; zeros for integers and for inputs that the value does not depend on}
   *
   * @param cotangent like the value
   */
  @Override
  public LiftedGrads<A> apply(R cotangent) {
    var cotangents = StaticLeafTree.of(cotangent);
    TreeComparison.requireSame(
        "The pullback of a lifted vjp",
        "value",
        shape.value.structure(),
        "cotangent",
        cotangents.structure());
    requireShapes(cotangents);
    var incoming = new ArrayList<@Nullable Array>();
    var arrays = cotangents.arrays();
    for (int i = 0; i < shape.nonzero.size(); i++) {
      if (shape.nonzero.get(i)) {
        incoming.add(i < arrays.size() ? arrays.get(i) : null);
      }
    }
    var out = Transposition.transpose(shape.linear, residuals, incoming).iterator();
    var all = new ArrayList<Array>();
    for (var aval : shape.primals.avals()) {
      all.add(Tangents.instantiate(aval.dtype().isFloating() ? out.next() : null, aval.strong()));
    }
    return grads(shape.primals.with(all));
  }

  private void requireShapes(StaticLeafTree cotangents) {
    var needed = shape.value.avals();
    var got = cotangents.avals();
    for (int i = 0; i < needed.size(); i++) {
      if (i >= got.size() || !needed.get(i).shape().equals(got.get(i).shape())) {
        throw new ShapeException(
            "The pullback of a lifted vjp needs cotangents with the shapes of the value, %s, but got %s."
                .formatted(needed, got));
      }
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the tree that was differentiated
  private LiftedGrads<A> grads(List<@Nullable Object> tree) {
    return new LiftedGrads<>(((List<Variables>) tree.get(0)).get(shape.own), (A) tree.get(1));
  }
}
