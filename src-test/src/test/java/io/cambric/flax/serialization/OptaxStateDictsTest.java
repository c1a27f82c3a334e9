package io.cambric.flax.serialization;

import static io.cambric.optax.Optax.*;
import static io.cambric.optax.contrib.Contrib.*;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.array.Buffer;
import io.cambric.optax.base.GradientTransformation;
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

  private static final Params PARAMS =
      Params.of(Map.of("w", ones(2, 3), "b", ones(3)));

  private static final Schedule SCHEDULE = Schedules.linear(0.1, 0, 10);

  private static final Map<String, List<String>> RECORDED = recorded();

  private static final Map<String, GradientTransformation> BY_NAME =
      Map.ofEntries(
          entry("sgd", sgd(0.1)),
          entry("sgd momentum", sgd(0.1, 0.9)),
          entry("sgd schedule", sgd(SCHEDULE)),
          entry("adam", adam(0.1)),
          entry("adamw", adamw(0.1)),
          entry("adamax", adamax(0.1)),
          entry("adamaxw", adamaxw(0.1)),
          entry("amsgrad", amsgrad(0.1)),
          entry("nadam", nadam(0.1)),
          entry("nadamw", nadamw(0.1)),
          entry("radam", radam(0.1)),
          entry("adabelief", adabelief(0.1)),
          entry("adadelta", adadelta(0.1)),
          entry("adagrad", adagrad(0.1)),
          entry("adafactor", adafactor(0.1)),
          entry("adan", adan(0.1)),
          entry("lamb", lamb(0.1)),
          entry("lars", lars(0.1)),
          entry("lion", lion(0.1)),
          entry("novograd", novograd(0.1)),
          entry("fromage", fromage(0.1)),
          entry("rmsprop", rmsprop(0.1)),
          entry("rprop", rprop(0.1)),
          entry("sm3", sm3(0.1)),
          entry("yogi", yogi(0.1)),
          entry("optimistic_gradient_descent", optimisticGradientDescent(0.1)),
          entry("polyak_sgd", polyakSgd()),
          entry("lbfgs", lbfgs()),
          entry("ademamix", ademamix(0.1)),
          entry("simplified_ademamix", simplifiedAdemamix(0.1)),
          entry("cocob", cocob()),
          entry("dadapt_adamw", dadaptAdamw()),
          entry("dog", dog()),
          entry("dowg", dowg()),
          entry("momo", momo()),
          entry("momo_adam", momoAdam()),
          entry("prodigy", prodigy()),
          entry("acprop", acprop(0.1)),
          entry("adopt", adopt(0.1)),
          entry("madgrad", madgrad(0.1)),
          entry("muon", muon(0.1)),
          entry("galore", galore(0.1)),
          entry("sophia", sophia(0.1)),
          entry("schedule_free_adamw", scheduleFreeAdamw()),
          entry("mechanize", mechanize(sgd(0.1))),
          entry("reduce_on_plateau", reduceOnPlateau()),
          entry("chain", chain(clipByGlobalNorm(1), adam(0.1))),
          entry("MultiSteps", multiSteps(adam(0.1), 3)),
          entry("inject_hyperparams", injectHyperparams(adam(0.1))),
          entry("inject_hyperparams schedule", injectHyperparams(sgd(SCHEDULE))),
          entry("masked", masked(adam(0.1), labels(true, false))),
          entry(
              "partition",
              partition(Map.of("a", adam(0.1), "z", sgd(0.1)), labels("a", "z"))),
          entry("apply_if_finite", applyIfFinite(adam(0.1), 3)),
          entry(
              "conditionally_transform",
              conditionallyTransform(scaleByAdam(), (step, _) -> step.gt(3))),
          entry(
              "conditionally_mask", conditionallyMask(scaleByAdam(), (step, _) -> step.gt(3))),
          entry("lookahead", lookahead(sgd(0.1), 2, 0.5)),
          entry("ema", ema(0.9)),
          entry("apply_every", applyEvery(2)),
          entry("zero_nans", zeroNans()),
          entry("scale_by_schedule", scaleBySchedule(SCHEDULE)),
          entry("scale_by_stddev", scaleByStddev()),
          entry("scale_by_distance_over_gradients", scaleByDistanceOverGradients()),
          entry("scale_by_backtracking_linesearch", scaleByBacktrackingLinesearch(10)),
          entry("scale_by_zoom_linesearch", scaleByZoomLinesearch(10)),
          entry("snapshot", snapshot("norm", (Params tree) -> globalNorm(tree))),
          entry("monitor", monitor().with("norm", (Params tree) -> globalNorm(tree))));

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
    var state = namedChain(named("theClip", clip(1)), named("scaling", scaleByAdam())).init(PARAMS);

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
