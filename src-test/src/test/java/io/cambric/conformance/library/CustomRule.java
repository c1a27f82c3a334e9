package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import io.cambric.conformance.python.Tuple;
import io.cambric.conformance.python.TypeRefusal;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A function to which {@code defvjp} or {@code defjvp} gives a derivative; mutable until it has
 * one.
 */
final class CustomRule implements PyFunction, Library.Attributes {

  private final PyFunction function;
  private final List<Integer> fixed;
  private @Nullable PyFunction forward;
  private @Nullable PyFunction backward;
  private @Nullable PyFunction tangent;

  private CustomRule(PyFunction function, List<Integer> fixed) {
    this.function = function;
    this.fixed = fixed;
  }

  static void fill(Table table) {
    for (var name : List.of("jax.custom_vjp", "jax.custom_jvp")) {
      table.put(
          name + "(fun, nondiff_argnums)",
          a ->
              new CustomRule(
                  a.function("fun"),
                  a.has("nondiff_argnums")
                      ? Arrays.stream(a.integers("nondiff_argnums")).boxed().toList()
                      : List.of()));
    }
  }

  @Override
  public Object attribute(String name) {
    return switch (name) {
      case "defvjp" ->
          (PyFunction)
              (args, _) -> {
                forward = (PyFunction) args.get(0);
                backward = (PyFunction) args.get(1);
                return null;
              };
      case "defjvp" ->
          (PyFunction)
              (args, _) -> {
                tangent = (PyFunction) args.get(0);
                return null;
              };
      case "defjvps" ->
          (PyFunction)
              (args, _) -> {
                tangent = sumOf(args);
                return null;
              };
      default -> throw new PythonException("a custom rule has no attribute " + name);
    };
  }

  @Override
  public @Nullable Object call(List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var moving = new ArrayList<@Nullable Object>();
    for (int i = 0; i < args.size(); i++) {
      if (!fixed.contains(i)) {
        moving.add(TransformTable.arrays(args.get(i)));
      }
    }
    Fn<List<@Nullable Object>, @Nullable Object> primal =
        some -> TransformTable.arrays(function.call(merged(args, some), Map.of()));
    if (tangent != null) {
      Fn2<List<@Nullable Object>, List<@Nullable Object>, Jvp<@Nullable Object>> rule =
          (primals, tangents) -> jvp(args, primals, tangents);
      return Transforms.customJvp(primal, rule).apply(moving);
    }
    if (forward == null || backward == null) {
      throw new TypeRefusal("no derivative is defined for a custom function");
    }
    Fn<List<@Nullable Object>, WithResiduals<@Nullable Object, @Nullable Object>> first =
        some -> {
          var pair = (List<?>) forward.call(merged(args, some), Map.of());
          return new WithResiduals<>(
              TransformTable.arrays(pair.get(0)), TransformTable.arrays(pair.get(1)));
        };
    Fn2<@Nullable Object, @Nullable Object, List<@Nullable Object>> second =
        (residuals, cotangent) -> back(args, moving, residuals, cotangent);
    return Transforms.customVjp(primal, first, second).apply(moving);
  }

  private List<@Nullable Object> merged(
      List<@Nullable Object> args, List<@Nullable Object> moving) {
    var all = new ArrayList<@Nullable Object>(args);
    int next = 0;
    for (int i = 0; i < all.size(); i++) {
      if (!fixed.contains(i)) {
        all.set(i, moving.get(next++));
      }
    }
    return all;
  }

  private List<@Nullable Object> fixedOf(List<@Nullable Object> args) {
    var chosen = new ArrayList<@Nullable Object>();
    fixed.forEach(i -> chosen.add(args.get(i)));
    return chosen;
  }

  private Jvp<@Nullable Object> jvp(
      List<@Nullable Object> args,
      List<@Nullable Object> primals,
      List<@Nullable Object> tangents) {
    var all = fixedOf(args);
    all.add(Tuple.of(primals));
    all.add(Tuple.of(tangents));
    var pair = (List<?>) Objects.requireNonNull(tangent).call(all, Map.of());
    return new Jvp<>(TransformTable.arrays(pair.get(0)), TransformTable.arrays(pair.get(1)));
  }

  private List<@Nullable Object> back(
      List<@Nullable Object> args,
      List<@Nullable Object> moving,
      @Nullable Object residuals,
      @Nullable Object cotangent) {
    var all = fixedOf(args);
    all.add(residuals);
    all.add(cotangent);
    var given = (List<?>) Objects.requireNonNull(backward).call(all, Map.of());
    var cotangents = new ArrayList<@Nullable Object>();
    for (int i = 0; i < given.size(); i++) {
      // None stands for a zero cotangent.
      cotangents.add(
          given.get(i) == null && i < moving.size()
              ? Trees.map(moving.get(i), leaf -> Lax.zeros(Values.array(leaf).aval().strong()))
              : TransformTable.arrays(given.get(i)));
    }
    return cotangents;
  }

  /** The rule of {@code defjvps}: one function an argument, whose tangents are added. */
  private PyFunction sumOf(List<@Nullable Object> rules) {
    return (args, _) -> {
      var primals = (List<?>) args.get(0);
      var tangents = (List<?>) args.get(1);
      var answer = function.call(new ArrayList<>(primals), Map.of());
      Array sum = Lax.zeros(Values.array(answer).aval().strong());
      for (int i = 0; i < rules.size(); i++) {
        if (rules.get(i) instanceof PyFunction rule) {
          var all = new ArrayList<@Nullable Object>();
          all.add(tangents.get(i));
          all.add(answer);
          all.addAll(primals);
          sum = sum.add(Values.array(rule.call(all, Map.of())));
        }
      }
      return Tuple.of(answer, sum);
    };
  }
}
