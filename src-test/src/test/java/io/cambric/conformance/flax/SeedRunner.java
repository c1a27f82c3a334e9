package io.cambric.conformance.flax;

import io.cambric.array.DType;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.flax.TrainSteps.Batch;
import io.cambric.conformance.flax.TrainSteps.Carried;
import io.cambric.conformance.flax.TrainSteps.Done;
import io.cambric.conformance.flax.sources.Sources;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.optax.OptaxText;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Module;
import io.cambric.nn.training.TrainState;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.schedule.Schedules;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runner of the programs of Flax's design notes: a model, functions that train it, and standard
 * cases.
 */
final class SeedRunner implements CaseRunner {

  private static final Pattern MODEL =
      Pattern.compile("(?m)^class \\w+\\(nn\\.Module\\):.*(?:\\n(?:[ \\t].*)?)*");
  private static final Pattern CLASS = Pattern.compile("class (\\w+)");
  private static final Pattern OPTIMIZER =
      Pattern.compile("tx = (\\w+\\((?:[^()]|\\([^()]*\\))*\\))");
  private static final Pattern RATE =
      Pattern.compile("def get_learning_rate\\(step\\):\\s+return ([\\d.]+)");
  private static final Pattern DECAY = Pattern.compile("trace\\(decay=([\\d.]+)");
  private static final Pattern INPUT = Pattern.compile("input = image / (\\d+) - ([\\d.]+)");

  /** The key of the biases that learn at a rate of their own. */
  static final String RATES = "learningRates";

  private static final Tolerance FINAL = new Tolerance(2e-3, 0, true, 0, false);
  private static final double LOSSES = 1e-4;

  private final CaseRunner standard = new ModuleRunner(FlaxRunners::ofSource);

  @Override
  public void run(GoldenCase golden, Check check) {
    if (golden.json().get("expected").has("losses")) {
      train(golden, check);
    } else if (golden.json().get("expected").has(RATES)) {
      trainMasked(golden, check);
    } else if (SeedAccess.concerns(golden.json().get("expected"))) {
      SeedAccess.run(golden, check);
    } else {
      standard.run(golden, check);
    }
  }

  /** The result of training: the losses, and the state after the last step. */
  private record Trained(List<Array> losses, Carried carried) {}

  private static void train(GoldenCase golden, Check check) {
    var expected = golden.json().get("expected");
    var trained = train(golden, optimizer(golden, golden.text("source")), check);
    checkLosses("losses", expected.get("losses"), trained, check);
    if (expected.has("previousApiMomentumLosses")) {
      checkLosses("previous API", expected.get("previousApiMomentumLosses"), trained, check);
    }
    checkFinal(golden, trained.carried(), check);
  }

  /** Biases at one rate and all else at another, which Flax writes in three ways. */
  private static void trainMasked(GoldenCase golden, Check check) {
    var expected = golden.json().get("expected");
    var rates = expected.get(RATES);
    var tx =
        Optax.chain(
            Optax.masked(Optax.sgd(rates.get("bias").asDouble()), (Params p) -> biases(p, true)),
            Optax.masked(
                Optax.sgd(rates.get("notBias").asDouble()), (Params p) -> biases(p, false)));
    var trained = train(golden, tx, check);
    var params = Linen.toMap(trained.carried().variables()).get(Variables.PARAMS);
    for (var way : expected.properties()) {
      if (way.getValue().has("losses")) {
        checkLosses(way.getKey(), way.getValue().get("losses"), trained, check);
        check.tree(way.getKey(), golden.tree(way.getValue().get("final")), params, FINAL);
      }
    }
  }

  private static Params biases(Params params, boolean chosen) {
    return params.mapWithPath((path, _) -> path.endsWith("/bias") == chosen);
  }

  private static Trained train(GoldenCase golden, GradientTransformation tx, Check check) {
    var expected = golden.json().get("expected");
    var source = golden.text("source");
    var step = TrainSteps.of(MODEL.matcher(source).replaceAll(""));
    var model = model(golden, source);
    var batches = batches(golden);
    var call = new ModuleCall("call", Map.of("inputs", batches.getFirst().inputs()), Map.of());
    var rngs = Linen.rngs(golden.json().get("rngs").get("init"));
    var variables = Linen.init(model, rngs, ApplyOptions.none(), call::on);
    var init = FlaxTolerances.of(golden).init();
    ModuleRunner.checkVariables("init", golden, expected.get("init"), variables, init, check);
    checkShapes(expected.path("shapes"), Linen.toMap(variables), check);

    var carried = new Carried(TrainState.initStep(), variables, tx.init(variables.params()));
    Fn2<Carried, Batch, Done> jitted =
        Transforms.jit((Carried before, Batch batch) -> step.run(model, tx, before, batch));
    var losses = new ArrayList<Array>();
    for (var batch : batches) {
      var done = jitted.apply(carried, batch);
      carried = done.carried();
      losses.add(done.loss());
    }
    return new Trained(losses, carried);
  }

  private static void checkLosses(String what, JsonNode expected, Trained trained, Check check) {
    check.equal("number of " + what, expected.size(), trained.losses().size());
    for (int i = 0; i < expected.size(); i++) {
      checkLoss(what + " " + i, expected.get(i), trained.losses().get(i), check);
    }
  }

  private static void checkLoss(String what, JsonNode expected, Array loss, Check check) {
    double recorded = expected.asDouble();
    check.that(
        Math.abs(recorded - loss.item()) <= LOSSES * Math.abs(recorded),
        "%s: expected %s but was %s".formatted(what, recorded, loss.item()));
  }

  private static void checkShapes(JsonNode expected, Object actual, Check check) {
    for (var each : expected.properties()) {
      var below = ((Map<?, ?>) actual).get(each.getKey());
      if (each.getValue().isArray()) {
        var shape = below instanceof Array array ? array.shape().toString() : "none";
        var recorded = each.getValue().toString();
        check.equal("shape of " + each.getKey(), recorded, shape.replace(" ", ""));
      } else {
        checkShapes(each.getValue(), below, check);
      }
    }
  }

  private static void checkFinal(GoldenCase golden, Carried carried, Check check) {
    var expected = golden.json().get("expected");
    var all = Linen.toMap(carried.variables());
    boolean whole = expected.get("final").has(Variables.PARAMS);
    check.tree(
        "final",
        golden.tree(expected.get("final")),
        whole ? all : all.get(Variables.PARAMS),
        FINAL);
    if (expected.has("step")) {
      check.tree("step", golden.tree(expected.get("step")), carried.step(), Tolerance.EQUAL);
    }
    var recorded = Trees.leaves(golden.tree(expected.get("optState")));
    var came = Trees.leaves(carried.optState());
    check.tree("optState", recorded, came, FINAL);
  }

  /** {@return the model, with the attributes that the note or the recorded parameters give} */
  private static Module<?> model(GoldenCase golden, String source) {
    var matcher = MODEL.matcher(source);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no model in " + source);
    }
    var text = matcher.group();
    var name = CLASS.matcher(text).results().findFirst().orElseThrow().group(1);
    var types = Sources.of(text);
    var attributes = new LinkedHashMap<String, @Nullable Object>();
    if (text.contains("use_running_average: bool")) {
      boolean moves = golden.text("note").contains("use_running_average=False");
      attributes.put("use_running_average", !moves);
    }
    if (text.contains("hidden: int")) {
      var params = golden.json().get("expected").get("init").get(Variables.PARAMS);
      var bias = params.iterator().next().get("bias");
      attributes.put("hidden", bias.get("shape").get(0).longValue());
    }
    return new ModuleFactory(each -> Optional.ofNullable(types.get(each))).build(name, attributes);
  }

  private static GradientTransformation optimizer(GoldenCase golden, String source) {
    var rate = RATE.matcher(source);
    if (rate.find()) {
      var trace = Optax.trace(Double.parseDouble(noted(golden, DECAY)));
      var schedule = Schedules.constant(-Double.parseDouble(rate.group(1)));
      return Optax.chain(trace, Optax.scaleBySchedule(schedule));
    }
    return OptaxText.of(noted(golden, OPTIMIZER));
  }

  /** {@return what the note of a case names, or else the nearest note before it in the family} */
  private static String noted(GoldenCase golden, Pattern pattern) {
    for (int i = golden.number(); i >= 0; i--) {
      var note = golden.family().cases().get(i).json().path("note").asString("");
      var matcher = pattern.matcher(note);
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    throw new IllegalArgumentException("no note up to " + golden.id() + " has " + pattern);
  }

  private static List<Batch> batches(GoldenCase golden) {
    var input = INPUT.matcher(golden.text("note"));
    if (!input.find()) {
      throw new IllegalArgumentException("no input in the note: " + golden.text("note"));
    }
    double scale = Double.parseDouble(input.group(1));
    double shift = Double.parseDouble(input.group(2));
    var batches = new ArrayList<Batch>();
    for (var each : golden.json().get("data")) {
      var image = (NdArray) golden.array(each.get("image"));
      var pixels = image.astype(DType.F32).div(scale).sub(shift);
      batches.add(new Batch(pixels, golden.array(each.get("label"))));
    }
    return batches;
  }
}
