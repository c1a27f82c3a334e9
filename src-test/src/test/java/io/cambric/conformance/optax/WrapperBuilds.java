package io.cambric.conformance.optax;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.python.Interpreter;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.Injectable;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.contrib.Mechanize;
import io.cambric.optax.contrib.Sam;
import io.cambric.optax.contrib.ScheduleFree;
import io.cambric.optax.wrapper.Condition;
import io.cambric.optax.wrapper.MultiSteps;
import io.cambric.optax.wrapper.NamedChain;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Builds wrappers from the parts of their descriptions after the name. */
final class WrapperBuilds {

  /** The extra argument of a case whose condition is on a loss. */
  static final Extra<Array> LOSS = new Extra<>("loss", Array.class);

  private static final Interpreter INTERPRETER = new Interpreter(new Library());

  private static final Pattern CHOICE = Pattern.compile("gradient_step<(\\d+) \\? (\\d+) : (\\d+)");

  private WrapperBuilds() {}

  /** {@return the transformation of {@code [wrapper, inner..., options]}} */
  static GradientTransformation build(String wrapper, JsonNode node) {
    var options = node.path(2);
    return switch (wrapper) {
      case "named_chain" -> namedChain(node);
      case "partition" -> partition(node.get(1), options.get("param_labels"));
      case "freeze" -> Optax.freeze(Wrappers.booleans(node.get(1).get("mask")));
      case "selective_transform" ->
          Optax.selectiveTransform(inner(node), Wrappers.booleans(options.get("freeze_mask")));
      case "flatten" -> Optax.flatten(inner(node));
      case "inject_hyperparams" -> injected(node, options);
      case "MultiSteps" -> multiSteps(inner(node), options);
      case "apply_if_finite" ->
          Optax.applyIfFinite(inner(node), options.get("max_consecutive_errors").intValue());
      case "conditionally_transform" ->
          Optax.conditionallyTransform(inner(node), condition(options));
      case "conditionally_mask" -> Optax.conditionallyMask(inner(node), condition(options));
      case "lookahead" ->
          Optax.lookahead(
                  inner(node),
                  options.get("sync_period").intValue(),
                  options.get("slow_step_size").doubleValue())
              .withResetState(options.get("reset_state").booleanValue());
      case "mechanize" -> mechanize(inner(node), options);
      case "sam" -> sam(node.get(1), options);
      case "schedule_free" ->
          new ScheduleFree(
                  inner(node), ScalarOrSchedule.of(options.get("learning_rate").doubleValue()))
              .withB1(options.get("b1").doubleValue());
      default -> throw new UnsupportedFeature("transformation:" + wrapper);
    };
  }

  private static GradientTransformation inner(JsonNode node) {
    return Wrappers.build(node.get(1));
  }

  private static GradientTransformation namedChain(JsonNode node) {
    var parts = new ArrayList<NamedChain.Named>();
    for (int i = 1; i < node.size(); i++) {
      parts.add(Optax.named(node.get(i).get(0).asString(), Wrappers.build(node.get(i).get(1))));
    }
    return Optax.namedChain(parts.toArray(NamedChain.Named[]::new));
  }

  private static GradientTransformation partition(JsonNode transforms, JsonNode labels) {
    var byLabel = new LinkedHashMap<String, GradientTransformation>();
    transforms
        .properties()
        .forEach(each -> byLabel.put(each.getKey(), Wrappers.build(each.getValue())));
    return labels.isString()
        ? Optax.partition(
            byLabel,
            tree -> Trees.map(tree, leaf -> value(labels.stringValue(), Map.of("leaf", leaf))))
        : Optax.partition(byLabel, strings(labels));
  }

  private static Object strings(JsonNode node) {
    if (!node.isObject()) {
      return node.stringValue();
    }
    var map = new LinkedHashMap<String, Object>();
    node.properties().forEach(each -> map.put(each.getKey(), strings(each.getValue())));
    return map;
  }

  private static GradientTransformation injected(JsonNode node, JsonNode options) {
    var tx = Optax.injectHyperparams((Injectable<?>) inner(node));
    if (options.isMissingNode()) {
      return tx;
    }
    var override = options.properties().iterator().next();
    int count = Integer.parseInt(override.getKey().replaceAll("\\D", ""));
    var values = new LinkedHashMap<String, Double>();
    override
        .getValue()
        .properties()
        .forEach(each -> values.put(each.getKey(), each.getValue().doubleValue()));
    return new Overriding(tx, count, values);
  }

  private static GradientTransformation multiSteps(GradientTransformation opt, JsonNode options) {
    var every = options.get("every_k_schedule");
    return options(
        every.isString()
            ? Optax.multiSteps(opt, step -> choice(every.stringValue(), step))
            : Optax.multiSteps(opt, every.intValue()),
        options);
  }

  private static Array choice(String text, Array step) {
    var choice = CHOICE.matcher(text);
    if (!choice.matches()) {
      throw new UnsupportedFeature("callable:" + text);
    }
    return Numpy.where(
        step.lt(Integer.parseInt(choice.group(1))),
        Integer.parseInt(choice.group(2)),
        Integer.parseInt(choice.group(3)));
  }

  private static MultiSteps options(MultiSteps tx, JsonNode options) {
    var summed = tx.withUseGradMean(options.path("use_grad_mean").asBoolean(true));
    var skip = options.path("should_skip_update_fn");
    if (skip.isMissingNode()) {
      return summed;
    }
    return summed.withShouldSkipUpdateFn(
        skip.isString()
            ? Optax.skipNotFinite()
            : Optax.skipLargeUpdates(
                skip.get("skip_large_updates").get("max_squared_norm").doubleValue()));
  }

  private static Condition condition(JsonNode options) {
    var text = options.get("should_transform_fn").stringValue();
    return options.path("forward_extra_args").asBoolean(false)
        ? (_, extras) -> (Array) value(text, Map.of("loss", extras.require(LOSS, "the condition")))
        : (step, _) -> (Array) value(text, Map.of("step", step));
  }

  private static GradientTransformation mechanize(GradientTransformation base, JsonNode options) {
    var tx = new Mechanize(base);
    if (options.has("weight_decay")) {
      tx = tx.withWeightDecay(options.get("weight_decay").doubleValue());
    }
    return options.has("s_init") ? tx.withSInit(options.get("s_init").doubleValue()) : tx;
  }

  private static GradientTransformation sam(JsonNode optimizers, JsonNode options) {
    var tx =
        new Sam(
            Wrappers.build(optimizers.get("optimizer")),
            Wrappers.build(optimizers.get("adv_optimizer")));
    return tx.withSyncPeriod(options.get("sync_period").intValue())
        .withResetState(options.path("reset_state").asBoolean(true))
        .withOpaqueMode(options.path("opaque_mode").asBoolean(false));
  }

  private static Object value(String text, Map<String, Object> names) {
    return Objects.requireNonNull(INTERPRETER.evaluate(text, names));
  }
}
