package io.cambric.conformance.library;

import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.Tuple;
import io.cambric.conformance.python.TypeRefusal;
import io.cambric.core.Array;
import io.cambric.transform.Mapped;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.OutputAndAux;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code grad}, {@code vmap} and their like: a Python function becomes one of the list of its
 * arguments.
 */
final class TransformTable {

  private TransformTable() {}

  static void fill(Table table) {
    table.put("jax.grad(fun, argnums, has_aux)", a -> grad(a, false));
    table.put("jax.value_and_grad(fun, argnums, has_aux)", a -> grad(a, true));
    table.put("jax.jvp(fun, primals, tangents, has_aux)", TransformTable::jvp);
    table.put("jax.vjp(fun, *primals, has_aux)", TransformTable::vjp);
    table.put("jax.linearize(fun, *primals)", TransformTable::linearize);
    table.put(
        "jax.vmap(fun, in_axes, out_axes, axis_name, axis_size, spmd_axis_name)",
        TransformTable::vmap);
    table.put("jax.pmap(fun, axis_name, *, in_axes, out_axes, axis_size)", TransformTable::pmap);
    table.put("jax.linear_transpose(fun, *primals)", TransformTable::linearTranspose);
    table.put("jax.jit(fun, *, static_argnums, donate_argnums)", TransformTable::jit);
    table.put("jax.tree.leaves(tree)", a -> new ArrayList<>(Trees.leaves(arrays(a.get("tree")))));
    table.put("jax.tree.map(f, *trees)", TransformTable::treeMap);
  }

  /** {@return a tree with Python's integers as arrays} */
  static @Nullable Object arrays(@Nullable Object tree) {
    return tree == null
        ? null
        : Trees.map(tree, leaf -> leaf instanceof Long ? Values.array(leaf) : leaf);
  }

  /** A function of the arguments that argnums chooses, at these. */
  record Chosen(Fn<@Nullable Object, @Nullable Object> function, @Nullable Object point) {}

  static Chosen chosen(
      Arguments a, List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var function = a.function("fun");
    boolean several = a.get("argnums") instanceof List<?>;
    int[] argnums = a.has("argnums") ? a.integers("argnums") : new int[] {0};
    var chosen = new ArrayList<@Nullable Object>();
    for (int argnum : argnums) {
      chosen.add(arrays(args.get(place(argnum, args.size()))));
    }
    return new Chosen(
        some -> function.call(replaced(args, argnums, several, some), kwargs),
        several ? chosen : chosen.getFirst());
  }

  private static PyFunction grad(Arguments a, boolean withValue) {
    boolean aux = a.flag("has_aux", false);
    return (args, kwargs) -> {
      var chosen = chosen(a, args, kwargs);
      return aux
          ? gradAux(chosen.function(), chosen.point(), withValue)
          : grad(chosen.function(), chosen.point(), withValue);
    };
  }

  private static int place(int argnum, int count) {
    int place = argnum < 0 ? argnum + count : argnum;
    if (place < 0 || place >= count) {
      throw new TypeRefusal("argnums has %d, but there are %d arguments".formatted(argnum, count));
    }
    return place;
  }

  private static List<@Nullable Object> replaced(
      List<@Nullable Object> args, int[] argnums, boolean several, @Nullable Object some) {
    var all = new ArrayList<@Nullable Object>(args);
    for (int i = 0; i < argnums.length; i++) {
      all.set(
          place(argnums[i], args.size()),
          several && some instanceof List<?> list ? list.get(i) : some);
    }
    return all;
  }

  private static @Nullable Object grad(
      Fn<@Nullable Object, @Nullable Object> called, @Nullable Object point, boolean withValue) {
    Fn<@Nullable Object, Array> scalar = x -> Values.array(called.apply(x));
    if (!withValue) {
      return Transforms.grad(scalar).apply(point);
    }
    var both = Transforms.valueAndGrad(scalar).apply(point);
    return Tuple.of(both.value(), both.grads());
  }

  static Fn<@Nullable Object, WithAux<@Nullable Object>> withAux(
      Fn<@Nullable Object, @Nullable Object> called) {
    return x -> {
      var pair = pair(called.apply(x));
      return new WithAux<>(Values.array(pair.getFirst()), arrays(pair.getLast()));
    };
  }

  private static List<?> pair(@Nullable Object value) {
    if (value instanceof List<?> pair && pair.size() == 2) {
      return pair;
    }
    throw new TypeRefusal("has_aux needs a function that returns a pair");
  }

  private static Fn<List<@Nullable Object>, OutputAndAux<@Nullable Object, @Nullable Object>>
      withAux(Arguments a) {
    var function = a.function("fun");
    return args -> {
      var pair = pair(function.call(args, Map.of()));
      return new OutputAndAux<>(arrays(pair.getFirst()), arrays(pair.getLast()));
    };
  }

  private static Object gradAux(
      Fn<@Nullable Object, @Nullable Object> called, @Nullable Object point, boolean withValue) {
    var all = Transforms.valueAndGradAux(withAux(called)).apply(point);
    return withValue
        ? Tuple.of(Tuple.of(all.value(), all.aux()), all.grads())
        : Tuple.of(all.grads(), all.aux());
  }

  private static Fn<List<@Nullable Object>, @Nullable Object> ofList(Arguments a) {
    var function = a.function("fun");
    return args -> arrays(function.call(args, Map.of()));
  }

  @SuppressWarnings("unchecked")
  private static List<@Nullable Object> arguments(@Nullable Object args) {
    return (List<@Nullable Object>) java.util.Objects.requireNonNull(arrays(args));
  }

  private static PyFunction linearTranspose(Arguments a) {
    var transposed = Transforms.linearTranspose(ofList(a), arguments(a.list("primals")));
    return (args, _) -> Tuple.of(transposed.apply(arrays(args.getFirst())));
  }

  private static Object jvp(Arguments a) {
    if (a.flag("has_aux", false)) {
      var all =
          Transforms.jvpAux(
              withAux(a), arguments(a.list("primals")), arguments(a.list("tangents")));
      return Tuple.of(all.output(), all.tangent(), all.aux());
    }
    var both =
        Transforms.jvp(ofList(a), arguments(a.list("primals")), arguments(a.list("tangents")));
    return Tuple.of(both.output(), both.tangent());
  }

  private static Object vjp(Arguments a) {
    if (a.flag("has_aux", false)) {
      var all = Transforms.vjpAux(withAux(a), arguments(a.list("primals")));
      PyFunction pull = (args, _) -> Tuple.of(all.pullback().apply(arrays(args.getFirst())));
      return Tuple.of(all.output(), pull, all.aux());
    }
    var vjp = Transforms.vjp(ofList(a), arguments(a.list("primals")));
    PyFunction pull = (args, _) -> Tuple.of(vjp.pullback().apply(arrays(args.getFirst())));
    return Tuple.of(vjp.output(), pull);
  }

  private static Object linearize(Arguments a) {
    var linearized = Transforms.linearize(ofList(a), arguments(a.list("primals")));
    PyFunction linear = (args, _) -> linearized.linear().apply(arguments(args));
    return Tuple.of(linearized.output(), linear);
  }

  private static PyFunction vmap(Arguments a) {
    var all = Transforms.vmap(ofList(a));
    var mapped = mapped(a.given("in_axes") ? all.inAxes(axes(a.get("in_axes"))) : all, a);
    return (args, _) -> mapped.apply(arguments(args));
  }

  private static PyFunction pmap(Arguments a) {
    var all = Transforms.pmap(ofList(a));
    var mapped = mapped(a.given("in_axes") ? all.inAxes(axes(a.get("in_axes"))) : all, a);
    return (args, _) -> mapped.apply(arguments(args));
  }

  /** {@return a mapped function with the options that do not depend on its arguments} */
  private static <S extends Mapped<S>> S mapped(S mapped, Arguments a) {
    var all = a.given("out_axes") ? mapped.outAxes(axes(a.get("out_axes"))) : mapped;
    all = a.has("axis_name") ? all.axisName(a.text("axis_name", "")) : all;
    return a.has("axis_size") ? all.axisSize(a.integer("axis_size")) : all;
  }

  /** {@return axes as the library takes them: Java integers in lists and maps} */
  private static @Nullable Object axes(@Nullable Object axes) {
    return axes == null
        ? null
        : Trees.map(axes, leaf -> leaf instanceof Long number ? (Object) number.intValue() : leaf);
  }

  private static PyFunction jit(Arguments a) {
    Fn<List<@Nullable Object>, @Nullable Object> function = ofList(a);
    var statics = numbers(a, "static_argnums");
    var donated = numbers(a, "donate_argnums");
    if (!donated.isEmpty()) {
      return donating(a.function("fun"), donated);
    }
    var compiled = Transforms.jit(function);
    return (args, _) -> {
      var all = new ArrayList<@Nullable Object>();
      for (int i = 0; i < args.size(); i++) {
        all.add(statics.contains(i) ? args.get(i) : arrays(args.get(i)));
      }
      return compiled.apply(all);
    };
  }

  private static List<Integer> numbers(Arguments a, String name) {
    return a.has(name) ? Arrays.stream(a.integers(name)).boxed().toList() : List.of();
  }

  /** Donation is by the numbers of Java's arguments: those given up, and those kept. */
  private static PyFunction donating(PyFunction function, List<Integer> donated) {
    Fn2<List<@Nullable Object>, List<@Nullable Object>, @Nullable Object> apart =
        (given, kept) -> {
          var all = new ArrayList<@Nullable Object>();
          for (int i = 0; i < given.size(); i++) {
            all.add(donated.contains(i) ? given.get(i) : kept.get(i));
          }
          return arrays(function.call(all, Map.of()));
        };
    var compiled = Transforms.jit(apart).donate(0);
    return (args, _) -> {
      var given = new ArrayList<@Nullable Object>();
      var kept = new ArrayList<@Nullable Object>();
      for (int i = 0; i < args.size(); i++) {
        given.add(donated.contains(i) ? arrays(args.get(i)) : null);
        kept.add(donated.contains(i) ? null : arrays(args.get(i)));
      }
      return compiled.apply(given, kept);
    };
  }

  private static @Nullable Object treeMap(Arguments a) {
    var function = a.function("f");
    var trees = a.list("trees").stream().map(TransformTable::arrays).toList();
    return switch (trees.size()) {
      case 1 -> Trees.map(trees.getFirst(), leaf -> function.call(leaf));
      case 2 -> Trees.map(trees.getFirst(), trees.getLast(), (x, y) -> function.call(x, y));
      default -> throw new io.cambric.conformance.format.UnsupportedFeature("args:jax.tree.map/4");
    };
  }
}
