package io.cambric.nn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The laws of all metrics: compiled, merged and mapped ones agree with one that saw all batches.
 */
class MetricTest {

  private static final List<Sample> SAMPLES =
      List.of(Sample.of(1, 8), Sample.of(2, 8), Sample.of(3, 8));

  /** A metric of no examples, and its update by a batch. */
  private record Case<M extends Metric<M>>(M empty, BiFunction<M, Sample, M> update) {

    M updated(List<Sample> samples) {
      M metric = empty;
      for (var sample : samples) {
        metric = update.apply(metric, sample);
      }
      return metric;
    }

    @Override
    public String toString() {
      return empty.getClass().getSimpleName() + " " + Trees.structure(empty);
    }
  }

  static Stream<Case<?>> cases() {
    return Stream.of(
        new Case<>(Mean.empty(), (m, s) -> m.update(s.scores(), s.mask())),
        new Case<>(
            MeanSquaredError.empty(),
            (m, s) -> m.update(s.probabilities(), s.binaryLabels(), s.mask())),
        new Case<>(StandardDeviation.empty(), (m, s) -> m.update(s.scores(), s.mask())),
        new Case<>(Perplexity.empty(), (m, s) -> m.update(s.scores(), s.mask())),
        new Case<>(Accuracy.empty(), (m, s) -> m.update(s.scores(), s.labels(), s.mask())),
        new Case<>(Accuracy.top(3), (m, s) -> m.update(s.scores(), s.labels(), s.mask())),
        new Case<>(
            BinaryAccuracy.of(0.5),
            (m, s) -> m.update(s.probabilities(), s.binaryLabels(), s.mask())),
        new Case<>(
            ConfusionMatrix.of(Sample.CLASSES),
            (m, s) -> m.update(s.scores(), s.labels(), s.mask())),
        new Case<>(
            Precision.binary(0.5),
            (m, s) -> m.update(s.probabilities(), s.binaryLabels(), s.mask())),
        new Case<>(
            Recall.of(Sample.CLASSES, Average.MACRO),
            (m, s) -> m.update(s.scores(), s.labels(), s.mask())),
        new Case<>(
            FScore.of(Sample.CLASSES, Average.NONE),
            (m, s) -> m.update(s.scores(), s.labels(), s.mask())),
        new Case<>(
            RocAuc.empty(), (m, s) -> m.update(s.probabilities(), s.binaryLabels(), s.mask())),
        new Case<>(
            AveragePrecision.empty(),
            (m, s) -> m.update(s.probabilities(), s.binaryLabels(), s.mask())));
  }

  @ParameterizedTest
  @MethodSource("cases")
  <M extends Metric<M>> void a_compiled_update_gives_the_same_sums(Case<M> given) {
    var step = Transforms.jit((M metric, Sample sample) -> given.update().apply(metric, sample));
    M compiled = given.empty();
    for (var sample : SAMPLES) {
      compiled = step.apply(compiled, sample);
    }

    assertSame(compiled, given.updated(SAMPLES));
    assertNear(Transforms.jit((M m) -> m.compute()).apply(compiled), compiled.compute());
  }

  @ParameterizedTest
  @MethodSource("cases")
  <M extends Metric<M>> void merged_metrics_are_those_of_all_examples(Case<M> given) {
    M first = given.updated(SAMPLES.subList(0, 1));
    M others = given.updated(SAMPLES.subList(1, 3));

    assertSame(first.merge(others), given.updated(SAMPLES));
    assertSame(given.updated(SAMPLES).reset(), given.empty());
  }

  @ParameterizedTest
  @MethodSource("cases")
  <M extends Metric<M>> void metrics_of_lanes_are_reduced_to_those_of_all_examples(Case<M> given) {
    Sample lanes = Trees.mapAll(SAMPLES, (List<Array> leaves) -> Numpy.stack(leaves));

    M mapped =
        Transforms.vmap((Sample sample) -> given.update().apply(given.empty(), sample))
            .apply(lanes);
    M workers =
        Transforms.pmap(
                (Sample sample) -> given.update().apply(given.empty(), sample).psum("lanes"))
            .axisName("lanes")
            .apply(lanes);

    assertSame(mapped.reduce(), given.updated(SAMPLES));
    M first = Trees.map(workers, (Array sums) -> sums.get("0"));
    assertSame(first, given.updated(SAMPLES));
  }

  @ParameterizedTest
  @MethodSource("cases")
  <M extends Metric<M>> void rows_of_padding_change_nothing(Case<M> given) {
    var sample = SAMPLES.getFirst();
    M metric = given.updated(List.of(sample));
    var none = new Sample(sample.scores(), sample.labels(), sample.mask().mul(0));

    assertSame(given.update().apply(metric, none), metric);
    assertThat(Trees.leaves(metric))
        .allSatisfy(leaf -> assertThat(((Array) leaf).toFloats()).doesNotContain(Float.NaN));
  }

  private static void assertSame(Object actual, Object expected) {
    assertThat(Trees.structure(actual)).isEqualTo(Trees.structure(expected));
    var leaves = Trees.leaves(expected);
    for (int i = 0; i < leaves.size(); i++) {
      assertNear((Array) Trees.leaves(actual).get(i), (Array) leaves.get(i));
    }
  }

  private static void assertNear(Array actual, Array expected) {
    assertThat(actual.aval()).isEqualTo(expected.aval());
    assertThat(actual.dtype()).isEqualTo(DType.F64);
    for (int i = 0; i < expected.size(); i++) {
      double value = ((NdArray) expected).getDouble(i);
      if (Double.isNaN(value)) {
        assertThat(((NdArray) actual).getDouble(i)).isNaN();
      } else {
        assertThat(((NdArray) actual).getDouble(i)).isCloseTo(value, within(1e-12));
      }
    }
  }

  @Test
  void counts_go_past_the_whole_numbers_of_f32() {
    var million = NdArray.of(Shape.of(1), 1 << 24);
    var mean = Mean.empty().update(NdArray.of(Shape.of(1), 1), million);

    var next = mean.update(NdArray.of(Shape.of(1), 0));

    assertThat(next.weight().item()).isEqualTo((1 << 24) + 1);
  }

  @Test
  void metrics_with_other_thresholds_are_not_merged() {
    assertThatThrownBy(() -> BinaryAccuracy.of(0.5).merge(BinaryAccuracy.of(0.25)))
        .isInstanceOf(TreeStructureException.class);
  }

  @Test
  void a_mask_with_other_axes_is_refused() {
    assertThatThrownBy(() -> Mean.empty().update(Numpy.zeros(4, 3), Numpy.zeros(3)))
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith(
            "Mean needs a mask with the leading axes of the examples, but got f32[3] for "
                + "examples of shape [4, 3]. Pass one weight for each row.");
  }

  /** A metric as a user writes it. */
  @PyTree
  record Largest(Array norms, Array steps) implements Metric<Largest> {

    @Override
    public Array compute() {
      return norms.div(steps);
    }
  }

  @Test
  void a_record_of_sums_is_a_metric() {
    var one = new Largest(NdArray.scalar(DType.F32, 3), NdArray.scalar(DType.F32, 1));
    var other = new Largest(NdArray.scalar(DType.F32, 5), NdArray.scalar(DType.F32, 1));

    assertThat(one.merge(other).compute().item()).isEqualTo(4);
  }
}
