package io.cambric.flax.serialization;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.contrib.Contrib;
import io.cambric.optax.schedule.Schedule;
import io.cambric.optax.schedule.Schedules;
import io.cambric.optax.wrapper.LookaheadParams;
import io.cambric.scope.Params;
import io.cambric.serialization.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The state dicts of optimisers have the fields of Optax, as Flax writes them. */
class OptaxStateDictsTest {

  private static final Params PARAMS = Params.of(Map.of("w", ones(2, 3), "b", ones(3)));

  private static final Schedule SCHEDULE = Schedules.linear(0.1, 0, 10);

  private static final Map<String, List<String>> RECORDED = recorded();

  private static final Map<String, GradientTransformation> BY_NAME =
      Map.ofEntries(
          entry("sgd", Optax.sgd(0.1)),
          entry("sgd momentum", Optax.sgd(0.1, 0.9)),
          entry("sgd schedule", Optax.sgd(SCHEDULE)),
          entry("adam", Optax.adam(0.1)),
          entry("adamw", Optax.adamw(0.1)),
          entry("adamax", Optax.adamax(0.1)),
          entry("adamaxw", Optax.adamaxw(0.1)),
          entry("amsgrad", Optax.amsgrad(0.1)),
          entry("nadam", Optax.nadam(0.1)),
          entry("nadamw", Optax.nadamw(0.1)),
          entry("radam", Optax.radam(0.1)),
          entry("adabelief", Optax.adabelief(0.1)),
          entry("adadelta", Optax.adadelta(0.1)),
          entry("adagrad", Optax.adagrad(0.1)),
          entry("adafactor", Optax.adafactor(0.1)),
          entry("adan", Optax.adan(0.1)),
          entry("lamb", Optax.lamb(0.1)),
          entry("lars", Optax.lars(0.1)),
          entry("lion", Optax.lion(0.1)),
          entry("novograd", Optax.novograd(0.1)),
          entry("fromage", Optax.fromage(0.1)),
          entry("rmsprop", Optax.rmsprop(0.1)),
          entry("rprop", Optax.rprop(0.1)),
          entry("sm3", Optax.sm3(0.1)),
          entry("yogi", Optax.yogi(0.1)),
          entry("optimistic_gradient_descent", Optax.optimisticGradientDescent(0.1)),
          entry("polyak_sgd", Optax.polyakSgd()),
          entry("lbfgs", Optax.lbfgs()),
          entry("ademamix", Contrib.ademamix(0.1)),
          entry("simplified_ademamix", Contrib.simplifiedAdemamix(0.1)),
          entry("cocob", Contrib.cocob()),
          entry("dadapt_adamw", Contrib.dadaptAdamw()),
          entry("dog", Contrib.dog()),
          entry("dowg", Contrib.dowg()),
          entry("momo", Contrib.momo()),
          entry("momo_adam", Contrib.momoAdam()),
          entry("prodigy", Contrib.prodigy()),
          entry("acprop", Contrib.acprop(0.1)),
          entry("adopt", Contrib.adopt(0.1)),
          entry("madgrad", Contrib.madgrad(0.1)),
          entry("muon", Contrib.muon(0.1)),
          entry("galore", Contrib.galore(0.1)),
          entry("sophia", Contrib.sophia(0.1)),
          entry("schedule_free_adamw", Contrib.scheduleFreeAdamw()),
          entry("mechanize", Contrib.mechanize(Optax.sgd(0.1))),
          entry("reduce_on_plateau", Contrib.reduceOnPlateau()),
          entry("chain", Optax.chain(Optax.clipByGlobalNorm(1), Optax.adam(0.1))),
          entry("MultiSteps", Optax.multiSteps(Optax.adam(0.1), 3)),
          entry("inject_hyperparams", Optax.injectHyperparams(Optax.adam(0.1))),
          entry("inject_hyperparams schedule", Optax.injectHyperparams(Optax.sgd(SCHEDULE))),
          entry("masked", Optax.masked(Optax.adam(0.1), labels(true, false))),
          entry(
              "partition",
              Optax.partition(Map.of("a", Optax.adam(0.1), "z", Optax.sgd(0.1)), labels("a", "z"))),
          entry("apply_if_finite", Optax.applyIfFinite(Optax.adam(0.1), 3)),
          entry(
              "conditionally_transform",
              Optax.conditionallyTransform(Optax.scaleByAdam(), (step, _) -> step.gt(3))),
          entry(
              "conditionally_mask",
              Optax.conditionallyMask(Optax.scaleByAdam(), (step, _) -> step.gt(3))),
          entry("lookahead", Optax.lookahead(Optax.sgd(0.1), 2, 0.5)),
          entry("ema", Optax.ema(0.9)),
          entry("apply_every", Optax.applyEvery(2)),
          entry("zero_nans", Optax.zeroNans()),
          entry("scale_by_schedule", Optax.scaleBySchedule(SCHEDULE)),
          entry("scale_by_stddev", Optax.scaleByStddev()),
          entry("scale_by_distance_over_gradients", Optax.scaleByDistanceOverGradients()),
          entry("scale_by_backtracking_linesearch", Optax.scaleByBacktrackingLinesearch(10)),
          entry("scale_by_zoom_linesearch", Optax.scaleByZoomLinesearch(10)),
          entry("snapshot", Optax.snapshot("norm", (Params tree) -> Optax.globalNorm(tree))),
          entry("monitor", Optax.monitor().with("norm", (Params tree) -> Optax.globalNorm(tree))));

  private static NdArray ones(int... dims) {
    var shape = Shape.of(dims);
    var buffer = Buffer.allocate(DType.F32, shape.size());
    Arrays.fill(buffer.floats(), 1);
    return NdArray.of(new ShapedArray(shape, DType.F32), buffer);
  }

  private static Params labels(Object ofW, Object ofB) {
    return Params.of(Map.of("w", ofW, "b", ofB));
  }

  private static Map<String, List<String>> recorded() {
    try (var file = OptaxStateDictsTest.class.getResourceAsStream("optax-state-dicts.txt")) {
      var text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      var recorded = new LinkedHashMap<String, List<String>>();
      text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(": ", 2))
          .forEach(pair -> recorded.put(pair[0], List.of(pair[1].split(" "))));
      return recorded;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<String> names() {
    return RECORDED.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_state_has_the_fields_of_optax(String name) {
    Object params = name.equals("lookahead") ? LookaheadParams.initSynced(PARAMS) : PARAMS;
    var state = BY_NAME.get(name).init(params);

    var paths = new ArrayList<String>();
    collect(Serialization.toStateDict(state), "", paths);

    assertThat(paths).containsExactlyInAnyOrderElementsOf(RECORDED.get(name));
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_state_is_restored_from_its_bytes(String name) {
    Object params = name.equals("lookahead") ? LookaheadParams.initSynced(PARAMS) : PARAMS;
    var state = BY_NAME.get(name).init(params);
    var bytes = Serialization.toBytes(state);

    assertThat(Serialization.toBytes(Serialization.fromBytes(state, bytes))).isEqualTo(bytes);
  }

  @Test
  void parts_of_a_named_chain_keep_their_names() {
    var state =
        Optax.namedChain(
                Optax.named("theClip", Optax.clip(1)), Optax.named("scaling", Optax.scaleByAdam()))
            .init(PARAMS);

    var paths = new ArrayList<String>();
    collect(Serialization.toStateDict(state), "", paths);

    assertThat(paths)
        .containsExactlyInAnyOrder(
            "theClip{}",
            "scaling/count",
            "scaling/mu/w",
            "scaling/mu/b",
            "scaling/nu/w",
            "scaling/nu/b");
  }

  private static void collect(@Nullable Object state, String path, List<String> paths) {
    switch (state) {
      case Map<?, ?> map when map.isEmpty() -> paths.add(path + "{}");
      case Map<?, ?> map ->
          map.forEach((name, below) ->
              collect(below, path.isEmpty() ? name.toString() : path + "/" + name, paths));
      case null -> paths.add(path + "=None");
      default -> paths.add(path);
    }
  }
}
