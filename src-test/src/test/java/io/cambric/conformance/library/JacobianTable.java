package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.Tuple;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.JacobianAndAux;
import io.cambric.transform.result.WithAux;
import org.jspecify.annotations.Nullable;

/** Jacobians and hessians. */
final class JacobianTable {

  private JacobianTable() {}

  static void fill(Table table) {
    table.put(
        "jax.jacfwd(fun, argnums, has_aux)",
        a -> jacobian(a, Transforms::jacfwd, Transforms::jacfwdAux));
    table.put(
        "jax.jacrev(fun, argnums, has_aux)",
        a -> jacobian(a, Transforms::jacrev, Transforms::jacrevAux));
    table.put(
        "jax.hessian(fun, argnums)",
        a ->
            (PyFunction)
                (args, kwargs) -> {
                  var chosen = TransformTable.chosen(a, args, kwargs);
                  return Transforms.hessian(of(chosen.function())).apply(chosen.point());
                });
  }

  /** A jacobian of a function of a tree. */
  private interface Plain {
    Fn<@Nullable Object, Object> of(Fn<@Nullable Object, @Nullable Object> function);
  }

  /** A jacobian of a function with auxiliary output. */
  private interface Auxiliary {
    Fn<@Nullable Object, JacobianAndAux<@Nullable Object, @Nullable Object>> of(
        Fn<@Nullable Object, WithAux<@Nullable Object>> function);
  }

  private static PyFunction jacobian(Arguments a, Plain plain, Auxiliary auxiliary) {
    return (args, kwargs) -> {
      var chosen = TransformTable.chosen(a, args, kwargs);
      if (!a.flag("has_aux", false)) {
        return plain.of(of(chosen.function())).apply(chosen.point());
      }
      var all = auxiliary.of(TransformTable.withAux(chosen.function())).apply(chosen.point());
      return Tuple.of(all.jacobian(), all.aux());
    };
  }

  private static Fn<@Nullable Object, @Nullable Object> of(
      Fn<@Nullable Object, @Nullable Object> function) {
    return x -> TransformTable.arrays(function.apply(x));
  }
}
