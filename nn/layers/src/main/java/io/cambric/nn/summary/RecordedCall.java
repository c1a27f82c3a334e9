package io.cambric.nn.summary;

import io.cambric.core.Array;
import io.cambric.core.Costs;
import io.cambric.core.DeadCode;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.module.ApplyOptions;
import io.cambric.module.MethodCall;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A module method that ran. It can be traced again on its own to count its costs.
 *
 * @param call its module, arguments and result
 * @param method runs it
 * @param streams the random streams that it may draw from
 */
record RecordedCall(Summary.Call call, MethodCall method, Set<String> streams) {

  /** The collections that init keeps. */
  private static final CollectionFilter KEPT = CollectionFilter.allBut("intermediates");

  /** {@return the costs; empty for a method that cannot run on its own} */
  Optional<Summary.CallCosts> costs() {
    return method.template().map(this::costs);
  }

  private <M extends Module<M>> Summary.CallCosts costs(Module<?> template) {
    @SuppressWarnings("unchecked") // a module is of its own type
    var module = (M) template;
    var rngs = Rngs.none();
    for (var stream : streams) {
      rngs = rngs.stream(stream, Key.of(0));
    }
    var options = ApplyOptions.mutable(KEPT).rngs(rngs);
    var made = new ArrayList<ShapeTree>(1);
    StagingTrace.trace(
        "summary",
        call.inputs().avals(),
        arrays -> {
          var inputs = call.inputs().<List<@Nullable Object>>filled(arrays.iterator());
          var variables = module.init(Rngs.none(), options, m -> method.on(m, inputs));
          made.add(ShapeTree.of(variables));
          return List.of();
        });
    var variables = made.getFirst();
    Fn<List<Array>, List<Array>> apply =
        arrays -> {
          var next = arrays.iterator();
          var given = variables.<Variables>filled(next);
          var inputs = call.inputs().<List<@Nullable Object>>filled(next);
          Fn<M, List<@Nullable Object>> body = m -> Collections.singletonList(method.on(m, inputs));
          var applied = module.apply(given, options, body);
          var outputs = new ArrayList<>(arrays(applied.output()));
          outputs.addAll(arrays(applied.variables()));
          return outputs;
        };
    var given = new ArrayList<>(variables.avals());
    given.addAll(call.inputs().avals());
    return new Summary.CallCosts(
        costs(apply, given), costs(arrays -> pulledBack(apply, arrays), given));
  }

  private static Costs costs(Fn<List<Array>, List<Array>> function, List<ShapedArray> given) {
    return Costs.of(DeadCode.drop(StagingTrace.trace("summary", given, function::apply).jaxpr()));
  }

  /** {@return the gradients of the outputs, weighted by the outputs themselves as in Flax} */
  private static List<Array> pulledBack(Fn<List<Array>, List<Array>> apply, List<Array> given) {
    Fn<List<Array>, List<Array>> ofFloats =
        floats -> {
          var next = floats.iterator();
          return floats(
              apply.apply(given.stream().map(a -> isFloat(a) ? next.next() : a).toList()));
        };
    var vjp = Transforms.vjp(ofFloats, floats(given));
    return vjp.pullback().apply(vjp.output());
  }

  private static List<Array> floats(List<Array> arrays) {
    return arrays.stream().filter(RecordedCall::isFloat).toList();
  }

  private static boolean isFloat(Array array) {
    return array.dtype().isFloating();
  }

  private static List<Array> arrays(@Nullable Object tree) {
    return Trees.leaves(tree).stream()
        .filter(Array.class::isInstance)
        .map(Array.class::cast)
        .toList();
  }
}
