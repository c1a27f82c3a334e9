package io.cambric.nn.summary;

import io.cambric.core.Costs;
import io.cambric.core.ShapedArray;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The summary of a model, as {@code nn.tabulate}: its modules in the order of their calls. Each has
 * the shapes of inputs and outputs, its own variables, and the costs of its calls. An immutable
 * value.
 *
 * <p>A trace of a call makes it, so nothing is computed or drawn. Print it, or read its rows.
 *
 * {@snippet :
 * System.out.println(Summary.of(model, key, m -> m.call(images, false)).withCosts());
 * }
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html#flax.linen.tabulate">flax.linen.tabulate</a>
 */
public final class Summary {

  /**
   * A module method that ran.
   *
   * @param path names from the root to the module
   * @param module name of its class
   * @param method name of the method
   * @param inputs the list of its arguments; within a lifted vmap or scan, for one lane or
   *     iteration
   * @param output its result, likewise
   */
  public record Call(
      List<String> path, String module, String method, ShapeTree inputs, ShapeTree output) {}

  /**
   * A line of the table: a call, and the variables that no other line contains.
   *
   * @param call the call
   * @param variables of the module itself by collection; collections without any are left out
   * @param amounts by collection, including modules too deep for a line of their own
   * @param costs of this call, if costs are counted and the method can run on its own
   */
  public record Row(
      Call call,
      Map<String, Params> variables,
      Map<String, Amount> amounts,
      Optional<CallCosts> costs) {}

  /**
   * The size of variables.
   *
   * @param elements of all arrays
   * @param bytes of all elements
   */
  public record Amount(long elements, long bytes) {

    static Amount of(Params params) {
      return SummaryVariables.amount(params);
    }

    Amount plus(Amount other) {
      return new Amount(elements + other.elements, bytes + other.bytes);
    }
  }

  /**
   * The costs of a call.
   *
   * @param forward the call
   * @param vjp the call and the gradients with respect to variables and arguments
   */
  public record CallCosts(Costs forward, Costs vjp) {}

  private final String title;
  private final List<RecordedCall> recorded;
  private final Variables variables;
  private final int depth;
  private final boolean repeated;
  private final boolean costs;
  private final int width;

  private Summary(
      String title,
      List<RecordedCall> recorded,
      Variables variables,
      int depth,
      boolean repeated,
      boolean costs,
      int width) {
    this.title = title;
    this.recorded = recorded;
    this.variables = variables;
    this.depth = depth;
    this.repeated = repeated;
    this.costs = costs;
    this.width = width;
  }

  /** {@return the summary of a model that has no variables yet} */
  public static <M extends Module<M>> Summary of(M model, Key key, Fn<M, ?> call) {
    return of(model, Rngs.of(key), call);
  }

  /** {@return the summary of a model that has no variables yet} */
  public static <M extends Module<M>> Summary of(M model, Rngs rngs, Fn<M, ?> call) {
    var recorder = new CallRecorder(rngs.keys().keySet());
    var variables = recorder.init(model, rngs, call);
    return of(model, recorder, variables);
  }

  /** {@return the summary of a model with variables, from a call of it} */
  public static <M extends Module<M>> Summary of(M model, Variables variables, Fn<M, ?> call) {
    var recorder = new CallRecorder(Set.of(Variables.PARAMS));
    recorder.apply(model, variables, call);
    return of(model, recorder, variables);
  }

  private static Summary of(Module<?> model, CallRecorder recorder, Variables variables) {
    return new Summary(
        ModuleType.nameOf(model),
        recorder.calls(),
        variables,
        Integer.MAX_VALUE,
        false,
        false,
        Integer.MAX_VALUE);
  }

  /** {@return this without modules deeper than a number of names, which parents include} */
  public Summary withDepth(int names) {
    return new Summary(title, recorded, variables, names, repeated, costs, width);
  }

  /** {@return this with a line for each call, instead of one for each module} */
  public Summary withRepeatedCalls() {
    return new Summary(title, recorded, variables, depth, true, costs, width);
  }

  /** {@return this with the costs of each call, from a separate trace} */
  public Summary withCosts() {
    return new Summary(title, recorded, variables, depth, repeated, true, width);
  }

  /**
   * {@return this with a maximum width of its text: columns of the table are made narrower, the
   * widest first, and cells wrap}
   *
   * <p>A column keeps at least six characters, so a table of many columns may be wider.
   *
   * @param columns of the terminal or page, in characters
   */
  public Summary withWidth(int columns) {
    return new Summary(title, recorded, variables, depth, repeated, costs, columns);
  }

  /** {@return the name of the model's class} */
  public String title() {
    return title;
  }

  /** {@return the module methods that ran, outer ones before inner ones} */
  public List<Call> calls() {
    return recorded.stream().map(RecordedCall::call).toList();
  }

  /**
   * {@return the variables of the whole model; if the summary made them, as {@link ShapedArray}s
   * and {@link ShapeTree}s}
   */
  public Variables variables() {
    return variables;
  }

  boolean hasCosts() {
    return costs;
  }

  /** {@return the lines of the table, in the order of the calls} */
  public List<Row> rows() {
    var paths = new HashSet<List<String>>();
    recorded.forEach(each -> paths.add(each.call().path()));
    var seen = new LinkedHashSet<List<String>>();
    var rows = new ArrayList<Row>();
    for (var each : recorded) {
      var path = each.call().path();
      boolean first = seen.add(path);
      if (path.size() <= depth && (first || repeated)) {
        rows.add(row(each, first, paths));
      }
    }
    return rows;
  }

  private Row row(RecordedCall each, boolean first, Set<List<String>> paths) {
    var path = each.call().path();
    var own = new LinkedHashMap<String, Params>();
    var amounts = new LinkedHashMap<String, Amount>();
    if (first) {
      variables
          .collections()
          .forEach((collection, values) -> {
            var all = SummaryVariables.at(values, path);
            var kept = SummaryVariables.without(all, path, paths);
            if (!kept.isEmpty()) {
              own.put(collection, kept);
            }
            var counted = Amount.of(path.size() == depth ? all : kept);
            if (counted.elements() > 0) {
              amounts.put(collection, counted);
            }
          });
    }
    return new Row(each.call(), own, amounts, costs ? each.costs() : Optional.empty());
  }

  /** {@return the number of elements of all variables} */
  public long size() {
    return variables.collections().values().stream()
        .map(Amount::of)
        .mapToLong(Amount::elements)
        .sum();
  }

  /** {@return the table as text, with lines drawn around its cells} */
  public String toText() {
    return SummaryText.table(this).toText(width);
  }

  /** {@return the table as an HTML element, for a notebook or a report} */
  public String toHtml() {
    return SummaryText.table(this).toHtml();
  }

  @Override
  public String toString() {
    return toText();
  }
}
