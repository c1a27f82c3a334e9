package io.cambric.nn;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.module.ApplyOptions;
import io.cambric.module.MethodCall;
import io.cambric.module.Module;
import io.cambric.random.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Fn;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a model is made of: its modules in the order in which they are called, with the shapes of
 * their outputs and the variables of their own.
 *
 * <p>Made by tracing a call, so nothing is computed. Print it, or read its rows.
 *
 * {@snippet :
 * System.out.println(Summary.of(model, variables, m -> m.call(images, false)));
 * }
 *
 * @param title name of the model
 * @param calls the module methods that ran, outer ones before those they call
 * @param variables of the whole model
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html#flax.linen.tabulate">flax.linen.tabulate</a>
 */
public record Summary(String title, List<Call> calls, Variables variables) {

  /**
   * A module method that ran.
   *
   * @param path names from the root to the module
   * @param module name of its class
   * @param method name of the method
   * @param output its result, with {@link ShapedArray}s for arrays; {@code null} for none
   */
  public record Call(List<String> path, String module, String method, @Nullable Object output) {}

  /**
   * A line of the table: a module with the variables that no other line has.
   *
   * @param call the first call of the module
   * @param variables by collection; collections without variables are left out
   */
  public record Row(Call call, Map<String, Params> variables) {}

  /** Copies the calls. */
  public Summary {
    calls = List.copyOf(calls);
  }

  /** {@return the summary of a model that has variables, seen through a call of it} */
  public static <M extends Module<M>> Summary of(M model, Variables variables, Fn<M, ?> call) {
    var calls = new ArrayList<@Nullable Call>();
    Transforms.makeJaxpr(
        (Variables traced) -> {
          var options =
              ApplyOptions.mutable(CollectionFilter.all())
                  .intercept(method -> recorded(method, calls));
          model.apply(traced, options, call);
          return List.of();
        },
        variables);
    return new Summary(model.getClass().getSimpleName(), present(calls), variables);
  }

  /** {@return the summary of a model that has no variables yet; nothing is drawn} */
  public static <M extends Module<M>> Summary of(M model, Key key, Fn<M, ?> call) {
    var shapes = new ArrayList<Variables>();
    Transforms.makeJaxpr(
        (Key traced) -> {
          shapes.add(model.init(traced, call));
          return List.of();
        },
        key);
    return of(model, Trees.map(shapes.getFirst(), Summary::zeros), call);
  }

  private static Object zeros(Object leaf) {
    return leaf instanceof Array array ? Lax.zeros(array.aval()) : leaf;
  }

  private static @Nullable Object recorded(MethodCall method, List<@Nullable Call> calls) {
    if (method.method().equals("setup")) {
      return method.proceed();
    }
    int place = calls.size();
    calls.add(null);
    var output = method.proceed();
    var module = method.module();
    calls.set(
        place,
        new Call(
            module.path(),
            module.getClass().getSimpleName(),
            method.method(),
            output == null ? null : Trees.map(output, Summary::aval)));
    return output;
  }

  private static Object aval(Object leaf) {
    return leaf instanceof Array array ? array.aval() : leaf;
  }

  private static List<Call> present(List<@Nullable Call> calls) {
    var present = new ArrayList<Call>();
    for (var call : calls) {
      if (call != null) {
        present.add(call);
      }
    }
    return present;
  }

  /** {@return this without modules deeper than so many names; their variables count further up} */
  public Summary withDepth(int depth) {
    return new Summary(
        title, calls.stream().filter(call -> call.path().size() <= depth).toList(), variables);
  }

  /** {@return one line for each module, in the order of their first calls} */
  public List<Row> rows() {
    var first = new LinkedHashMap<List<String>, Call>();
    calls.forEach(call -> first.putIfAbsent(call.path(), call));
    var paths = new HashSet<>(first.keySet());
    var rows = new ArrayList<Row>();
    first.forEach((path, call) -> {
      var own = new LinkedHashMap<String, Params>();
      variables
          .collections()
          .forEach((collection, values) -> {
            var kept = without(values.find(path.toArray(String[]::new)).orElse(null), path, paths);
            if (!kept.isEmpty()) {
              own.put(collection, kept);
            }
          });
      rows.add(new Row(call, own));
    });
    return rows;
  }

  /** {@return the values at a path but for those below the paths of other lines} */
  private static Params without(
      @Nullable Object values, List<String> path, HashSet<List<String>> others) {
    var kept = Params.empty();
    if (!(values instanceof Params params)) {
      return kept;
    }
    for (var entry : params.entries().entrySet()) {
      var below = new ArrayList<>(path);
      below.add(entry.getKey());
      if (others.contains(below)) {
        continue;
      }
      var value =
          entry.getValue() instanceof Params inner
              ? without(inner, below, others)
              : entry.getValue();
      if (!(value instanceof Params inner && inner.isEmpty())) {
        kept = kept.with(entry.getKey(), value);
      }
    }
    return kept;
  }

  /** {@return the number of elements of all variables} */
  public long size() {
    return variables.collections().values().stream().mapToLong(Params::elementCount).sum();
  }

  /** {@return the table as text, with lines drawn around its cells} */
  public String toText() {
    return new SummaryText(this).render();
  }

  @Override
  public String toString() {
    return toText();
  }
}
