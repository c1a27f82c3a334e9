package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.Tuple;
import io.cambric.numpy.FlattenUtil;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Functions that equations define, and trees as rows. */
final class ImplicitTable {

  private ImplicitTable() {}

  static void fill(Table table) {
    table.put(
        "lax.custom_root(f, initial_guess, solve, tangent_solve)",
        a ->
            Transforms.customRoot(
                of(a.function("f")),
                arrays(a.get("initial_guess")),
                solver(a.function("solve")),
                solver(a.function("tangent_solve"))));
    table.put(
        "lax.custom_linear_solve(matvec, b, solve, transpose_solve, symmetric)",
        ImplicitTable::linearSolve);
    table.put(
        "jax.flatten_util.ravel_pytree(pytree)",
        a -> {
          var raveled = FlattenUtil.ravelPytree(Objects.requireNonNull(arrays(a.get("pytree"))));
          PyFunction unravel = (args, _) -> raveled.unravel().apply(Values.array(args.getFirst()));
          return Tuple.of(raveled.flat(), unravel);
        });
  }

  private static @Nullable Object linearSolve(Arguments a) {
    var matvec = of(a.function("matvec"));
    var b = arrays(a.get("b"));
    var solve = solver(a.function("solve"));
    if (a.flag("symmetric", false)) {
      return Transforms.customSymmetricSolve(matvec, b, solve);
    }
    return a.has("transpose_solve")
        ? Transforms.customLinearSolve(matvec, b, solve, solver(a.function("transpose_solve")))
        : Transforms.customLinearSolve(matvec, b, solve);
  }

  private static @Nullable Object arrays(@Nullable Object tree) {
    return TransformTable.arrays(tree);
  }

  private static Fn<@Nullable Object, @Nullable Object> of(PyFunction function) {
    return x -> arrays(function.call(x));
  }

  private static Fn2<Fn<@Nullable Object, @Nullable Object>, @Nullable Object, @Nullable Object>
      solver(PyFunction function) {
    return (f, x) -> {
      PyFunction called = (args, _) -> f.apply(arrays(args.getFirst()));
      return arrays(function.call(called, x));
    };
  }
}
