package io.cambric.conformance.library;

import io.cambric.array.DType;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.Tuple;
import io.cambric.conformance.python.TypeRefusal;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.transform.AssociativeScanOptions;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Loops and branches of {@code lax}, jacobians, and functions of shapes alone. */
final class ControlTable {

  private ControlTable() {}

  static void fill(Table table) {
    table.put("lax.scan(f, init, xs, length, reverse, unroll)", ControlTable::scan);
    table.put("lax.while_loop(cond_fun, body_fun, init_val)", ControlTable::whileLoop);
    table.put("lax.fori_loop(lower, upper, body_fun, init_val, *, unroll)", ControlTable::foriLoop);
    table.put("lax.cond(pred, true_fun, false_fun, *operands)", ControlTable::cond);
    table.put("lax.switch(index, branches, *operands)", ControlTable::switchCase);
    table.put("lax.map(f, xs, *, batch_size)", ControlTable::map);
    table.put(
        "lax.associative_scan(fn, elems, reverse, axis)",
        a -> {
          var function = a.function("fn");
          Fn2<@Nullable Object, @Nullable Object, @Nullable Object> combine =
              (x, y) -> arrays(function.call(x, y));
          return Transforms.associativeScan(
              combine,
              arrays(a.get("elems")),
              AssociativeScanOptions.DEFAULT
                  .withAxis(a.integer("axis", 0))
                  .withReverse(a.flag("reverse", false)));
        });
    table.put("jax.eval_shape(fun, *args)", ControlTable::evalShape);
  }

  private static @Nullable Object arrays(@Nullable Object tree) {
    return TransformTable.arrays(tree);
  }

  private static Fn<@Nullable Object, @Nullable Object> of(PyFunction function) {
    return x -> arrays(function.call(x));
  }

  private static Object scan(Arguments a) {
    var function = a.function("f");
    Fn2<@Nullable Object, @Nullable Object, Carry<@Nullable Object, @Nullable Object>> body =
        (carry, row) -> {
          if (!(function.call(carry, row) instanceof List<?> pair && pair.size() == 2)) {
            throw new TypeRefusal("scan needs a body that returns a pair");
          }
          return new Carry<>(arrays(pair.get(0)), arrays(pair.get(1)));
        };
    var options = ScanOptions.DEFAULT.withReverse(a.flag("reverse", false));
    var end =
        Transforms.scan(
            body,
            arrays(a.get("init")),
            arrays(a.get("xs")),
            unrolled(a, a.has("length") ? options.withLength(a.integer("length")) : options));
    return Tuple.of(end.carry(), end.output());
  }

  /** Python's unroll is a number of iterations, or a boolean for all or none. */
  private static ScanOptions unrolled(Arguments a, ScanOptions options) {
    return switch (a.get("unroll")) {
      case null -> options;
      case Boolean all -> all ? options.withUnroll(Integer.MAX_VALUE) : options;
      default -> options.withUnroll(a.integer("unroll"));
    };
  }

  private static @Nullable Object map(Arguments a) {
    var function = of(a.function("f"));
    var rows = arrays(a.get("xs"));
    return a.has("batch_size")
        ? Transforms.map(function, rows, a.integer("batch_size"))
        : Transforms.map(function, rows);
  }

  private static @Nullable Object whileLoop(Arguments a) {
    var condition = a.function("cond_fun");
    Fn<@Nullable Object, Array> test = carry -> Values.array(condition.call(carry));
    return Transforms.whileLoop(test, of(a.function("body_fun")), arrays(a.get("init_val")));
  }

  private static @Nullable Object foriLoop(Arguments a) {
    var function = a.function("body_fun");
    Fn2<Array, @Nullable Object, @Nullable Object> body =
        (i, carry) -> arrays(function.call(i, carry));
    var init = arrays(a.get("init_val"));
    boolean fixed = Values.isInteger(a.get("lower")) && Values.isInteger(a.get("upper"));
    return fixed
        ? Transforms.foriLoop(
            a.integer("lower"), a.integer("upper"), body, init, unrolled(a, ScanOptions.DEFAULT))
        : Transforms.foriLoop(bound(a, "lower"), bound(a, "upper"), body, init);
  }

  private static Array bound(Arguments a, String name) {
    return a.get(name) instanceof Array array ? array : NdArray.scalar(DType.I32, a.integer(name));
  }

  private static @Nullable Object cond(Arguments a) {
    return Transforms.cond(
        a.array("pred"),
        spread(a.function("true_fun")),
        spread(a.function("false_fun")),
        operands(a));
  }

  private static @Nullable Object switchCase(Arguments a) {
    var branches = a.list("branches").stream().map(each -> spread((PyFunction) each)).toList();
    return Transforms.switchCase(a.array("index"), branches, operands(a));
  }

  private static Fn<List<@Nullable Object>, @Nullable Object> spread(PyFunction function) {
    return operands -> arrays(function.call(operands, Map.of()));
  }

  @SuppressWarnings("unchecked")
  private static List<@Nullable Object> operands(Arguments a) {
    return (List<@Nullable Object>) Objects.requireNonNull(arrays(a.list("operands")));
  }

  private static @Nullable Object evalShape(Arguments a) {
    Fn<List<@Nullable Object>, @Nullable Object> function = spread(a.function("fun"));
    var avals = Transforms.evalShape(function, a.list("args"));
    return avals instanceof ShapedArray aval
        ? shaped(aval)
        : Trees.map(avals, leaf -> shaped((ShapedArray) leaf));
  }

  private static Library.Shaped shaped(ShapedArray aval) {
    var dims = Arrays.stream(aval.shape().toArray()).mapToObj(i -> (Object) (long) i).toArray();
    return new Library.Shaped(Tuple.of(dims), new DTypeName(aval.dtype()));
  }
}
