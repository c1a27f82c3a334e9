package io.cambric.conformance.flax;

import io.cambric.annotations.PyTree;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.optax.OptaxText;
import io.cambric.core.Array;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.result.WithAux;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The training of a model on a sequence of batches; mutable while it trains. */
final class TrainingRun {

  private static final Pattern FOLDED = Pattern.compile("fold_in\\(key\\((\\d+)\\), step\\)");

  private final GoldenCase golden;
  private final Module<?> module;
  private final TrainingTask task;
  private final GradientTransformation optimizer;
  private final List<Map<String, Array>> batches = new ArrayList<>();
  private final List<Double> losses = new ArrayList<>();
  private final List<Double> gradientNorms = new ArrayList<>();
  private final Fn3<Carried, Map<String, Array>, Map<String, Key>, Stepped> jitted =
      Transforms.jit(this::stepped);
  private Carried carried;
  private @Nullable Params firstGradients;

  TrainingRun(GoldenCase golden, ModuleFactory factory) {
    var json = golden.json();
    this.golden = golden;
    this.module = factory.build(json.get("module").asString(), json.path("attributes"));
    this.task = TrainingTask.of(golden.text("loss"));
    this.optimizer = OptaxText.of(golden.text("optimizer"));
    json.get("data").forEach(batch -> batches.add(batch(batch)));
    var args = new LinkedHashMap<String, @Nullable Object>();
    var given = (List<?>) Objects.requireNonNull(golden.tree(json.get("initArgs")));
    given.forEach(each -> args.put("arg" + args.size(), each));
    var rngs = Linen.rngs(json.get("rngs").get("init"));
    var initial = Linen.init(module, rngs, ApplyOptions.none(), call(args)::on);
    this.carried = new Carried(initial, optimizer.init(initial.params()));
  }

  /** The state that steps carry. */
  @PyTree
  record Carried(Variables variables, OptState optimizerState) {}

  /** The result of a step. */
  @PyTree
  record Stepped(Carried carried, Array loss, Array gradientNorm, Params gradients) {}

  private Map<String, Array> batch(JsonNode node) {
    var batch = new LinkedHashMap<String, Array>();
    node.properties().forEach(each -> batch.put(each.getKey(), golden.array(each.getValue())));
    return batch;
  }

  private static ModuleCall call(Map<String, @Nullable Object> args) {
    return new ModuleCall("call", args, Map.of());
  }

  private static ModuleCall call(List<@Nullable Object> args) {
    var named = new LinkedHashMap<String, @Nullable Object>();
    args.forEach(each -> named.put("arg" + named.size(), each));
    return call(named);
  }

  Variables variables() {
    return carried.variables();
  }

  List<Double> losses() {
    return losses;
  }

  List<Double> gradientNorms() {
    return gradientNorms;
  }

  Params firstGradients() {
    return Objects.requireNonNull(firstGradients);
  }

  /** Takes one step, counted from 0. */
  void step(int step) {
    var batch = batches.get(step % batches.size());
    var done = jitted.apply(carried, batch, streams(step));
    carried = done.carried();
    losses.add(done.loss().item());
    gradientNorms.add(done.gradientNorm().item());
    firstGradients = firstGradients == null ? done.gradients() : firstGradients;
  }

  private Stepped stepped(Carried before, Map<String, Array> batch, Map<String, Key> streams) {
    var variables = before.variables();
    var options =
        ApplyOptions.mutable(CollectionFilter.allBut(Variables.PARAMS)).rngs(new Rngs(streams));
    Fn<Params, WithAux<Variables>> loss =
        params -> {
          var applied =
              Linen.apply(
                  module,
                  variables.withParams(params),
                  options,
                  call(task.inputs().of(batch, true))::on);
          var output = Objects.requireNonNull(applied.output());
          return new WithAux<>(task.loss().of(output, batch), applied.variables());
        };
    var all = Transforms.valueAndGradAux(loss).apply(variables.params());
    var updated = optimizer.update(all.grads(), before.optimizerState(), variables.params());
    var params = Optax.applyUpdates(variables.params(), updated.updates());
    var after = new Carried(variables.with(all.aux()).withParams(params), updated.state());
    return new Stepped(after, all.value(), Optax.globalNorm(all.grads()), all.grads());
  }

  private Map<String, Key> streams(int step) {
    var streams = new LinkedHashMap<String, Key>();
    for (var each : golden.json().get("rngs").path("perStep").properties()) {
      var folded = FOLDED.matcher(each.getValue().asString());
      if (!folded.matches()) {
        throw new IllegalArgumentException("no key of a step: " + each.getValue());
      }
      streams.put(each.getKey(), Key.of(Long.parseLong(folded.group(1))).foldIn(step));
    }
    return streams;
  }

  /** {@return the output for the first rows of the first batch, not in training} */
  Array evaluate(int rows) {
    var first = new LinkedHashMap<String, Array>();
    batches.getFirst().forEach((name, array) -> first.put(name, array.slice(0, 0, rows)));
    var applied =
        Linen.apply(
            module, variables(), ApplyOptions.none(), call(task.inputs().of(first, false))::on);
    return (Array) Objects.requireNonNull(applied.output());
  }
}
