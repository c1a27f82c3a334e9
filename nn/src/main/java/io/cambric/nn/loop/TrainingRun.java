package io.cambric.nn.loop;

import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.NonFiniteException;
import io.cambric.io.CheckpointDetails;
import io.cambric.io.CheckpointSaver;
import io.cambric.io.PrefetchingIterator;
import io.cambric.io.ResumableIterator;
import io.cambric.nn.metric.ConfusionMatrix;
import io.cambric.nn.metric.Metrics;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.EarlyStopping;
import io.cambric.nn.training.TrainState;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.MultiWriter;
import io.cambric.profiler.StepTraceAnnotation;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One run of a training; mutable, for one thread. */
final class TrainingRun<S extends TrainState<S>, B> {

  private static final String TRAIN = "train/";

  private final TrainingPlan<S, B> plan;
  private final EpochData<B> data;
  private final CompiledStep<S, B> step;

  /** A writer to all places; that of the report is opened once the steps before are known. */
  private MetricWriter writer;

  /** The position of the first batch of an epoch. */
  private final long[] start;

  private final @Nullable CheckpointSaver saver;

  /** The latest number of each metric. */
  private final Map<String, Double> latest = new LinkedHashMap<>();

  private MovingState<S> moving;

  /** Sums of metrics since the last numbers. */
  private Metrics sums;

  private long steps;
  private int epoch;
  private long[] position;

  /** Steps at the last numbers of the training. */
  private long logged;

  private EarlyStopping stopping;
  private boolean ended;

  /** Whether a hook has ended this run, but not the training. */
  private boolean stopped;

  /** Whether the state is that of the latest checkpoint. */
  private boolean saved;

  /** Looks at the first batch, for the metrics of a step; nothing is trained. */
  TrainingRun(TrainingPlan<S, B> plan) {
    this.plan = plan;
    var given = plan.data();
    if (given == null) {
      throw new HyperparameterException(
          "Training needs data, but got none. Give batches with data(...) before run().");
    }
    data = given;
    step = new CompiledStep<>(plan.step(), plan.decay());
    writer = MultiWriter.of(plan.writers());
    // The end of an epoch may save anew what was saved at its last step.
    saver =
        plan.checkpoints() == null
            ? null
            : CheckpointSaver.of(plan.checkpoints().withOverwrite(true));
    var average = plan.decay() == null ? null : plan.state().params();
    moving = Donated.keeping(new MovingState<>(plan.state(), average));
    stopping = plan.stopping() == null ? EarlyStopping.of(0, 0) : plan.stopping().rule();
    try (var batches = data.of(0).iterator()) {
      start = batches.position();
      if (!batches.hasNext()) {
        throw noBatch();
      }
      sums = step.noMetrics(plan.state(), batches.next());
    }
    position = start;
  }

  Trained<S> run() {
    try (var _ = saver) {
      resume();
      openReport();
      while (!isOver()) {
        runEpoch();
      }
      if (steps == plan.steps()) {
        finish();
      }
      if (saver != null && !saved) {
        save(saver);
      }
    } finally {
      writer.flush();
    }
    return new Trained<>(
        moving.state(),
        Optional.ofNullable(moving.average()),
        epoch,
        steps,
        Collections.unmodifiableMap(new LinkedHashMap<>(latest)));
  }

  private boolean isOver() {
    return ended || stopped || epoch == plan.epochs() || steps == plan.steps();
  }

  /** Runs an epoch from the position on, or a part of it if the training is over before. */
  private void runEpoch() {
    boolean isFresh = Arrays.equals(position, start);
    try (var batches = batches(isFresh)) {
      if (isFresh && !batches.hasNext()) {
        throw noBatch();
      }
      while (batches.hasNext()) {
        if (isOver()) {
          return;
        }
        runStep(batches.next(), batches);
      }
    }
    endEpoch();
  }

  private ResumableIterator<B> batches(boolean isFresh) {
    var all = data.of(epoch);
    var batches = isFresh ? all.iterator() : all.iterator(position);
    return plan.prefetch() == 0 ? batches : PrefetchingIterator.of(batches, plan.prefetch());
  }

  private void runStep(B batch, ResumableIterator<B> batches) {
    try (var _ = StepTraceAnnotation.of("train", steps)) {
      var next = step.apply(moving, sums, batch);
      moving = next.moving();
      sums = next.sums();
    }
    steps++;
    position = batches.position();
    saved = false;
    requireFinite();
    if (isDue(plan.logEvery())) {
      log();
    }
    if (isDue(plan.evaluateEvery())) {
      evaluate();
    }
    call(plan.stepHooks());
    if (saver != null && isDue(plan.checkpointEvery())) {
      save(saver);
    }
  }

  private boolean isDue(long every) {
    return every > 0 && steps % every == 0;
  }

  /** Writes numbers, evaluates and saves as the plan says. */
  private void endEpoch() {
    log();
    if (plan.evaluateEvery() == 0) {
      evaluate();
    }
    call(plan.epochHooks());
    writer.flush();
    epoch++;
    position = start;
    saved = false;
    if (saver != null && plan.checkpointEvery() == 0) {
      save(saver);
    }
  }

  /** Writes the numbers of a training that ends within an epoch. */
  private void finish() {
    if (!Arrays.equals(position, start)) {
      log();
      evaluate();
    }
  }

  /** Writes the numbers of the training since the last ones, if it took a step since. */
  private void log() {
    if (logged == steps) {
      return;
    }
    logged = steps;
    saved = false;
    var numbers = new LinkedHashMap<String, Double>();
    sums.scalars().forEach((name, value) -> numbers.put(TRAIN + name, value));
    sums = sums.reset();
    write(numbers);
  }

  private void evaluate() {
    var numbers = new LinkedHashMap<String, Double>();
    if (!plan.evaluations().isEmpty()) {
      var state = moving.evaluated();
      plan.evaluations().forEach(evaluation -> evaluate(evaluation, state, numbers));
      write(numbers);
    }
    var rule = plan.stopping();
    if (rule != null) {
      stopping = stopping.update(number(rule.metric()));
      ended |= stopping.shouldStop();
    }
  }

  private void evaluate(Evaluation<S, ?> evaluation, S state, Map<String, Double> numbers) {
    var metrics = evaluation.run(state);
    if (metrics == null) {
      return;
    }
    metrics.scalars().forEach((name, value) -> numbers.put(evaluation.name() + "/" + name, value));
    var files = plan.report();
    if (files != null) {
      metrics.values().stream()
          .filter(ConfusionMatrix.class::isInstance)
          .forEach(metric -> show((ConfusionMatrix) metric, files.report()));
    }
  }

  private static void show(ConfusionMatrix matrix, Report report) {
    int classes = matrix.counts().dim(0);
    report.confusionMatrix(
        matrix.compute(), IntStream.range(0, classes).mapToObj(Integer::toString).toList());
  }

  private double number(String metric) {
    var value = latest.get(metric);
    if (value == null) {
      throw new HyperparameterException(
          "Early stopping needs a metric among %s, but got \"%s\". Name one of an evaluation or of the training."
              .formatted(latest.keySet(), metric));
    }
    return value;
  }

  private void write(Map<String, Double> numbers) {
    latest.putAll(numbers);
    if (!numbers.isEmpty()) {
      writer.scalars(steps, numbers);
    }
  }

  private void call(List<Consumer<Moment<S>>> hooks) {
    if (hooks.isEmpty()) {
      return;
    }
    var moment = new Moment<>(moving.state(), epoch, steps, Collections.unmodifiableMap(latest));
    hooks.forEach(hook -> hook.accept(moment));
    stopped |= moment.isStopped();
  }

  private void requireFinite() {
    var name = plan.finite();
    if (name == null) {
      return;
    }
    var value = sums.compute().get(name);
    if (value == null) {
      throw new HyperparameterException(
          "requireFinite needs a metric among %s, but got \"%s\". Name one that the step returns."
              .formatted(sums.names(), name));
    }
    if (!Double.isFinite(value.item())) {
      throw new NonFiniteException(
          "The %s is %s in epoch %d, step %d. The training has diverged: take a smaller learning rate, or clip gradients."
              .formatted(name, value.item(), epoch + 1, steps));
    }
  }

  private DataException noBatch() {
    return new DataException(
        "Training needs a batch in each epoch, but epoch %d has none. Give more data, or smaller batches."
            .formatted(epoch + 1));
  }

  private void save(CheckpointSaver checkpoints) {
    var details = CheckpointDetails.now();
    for (var entry : latest.entrySet()) {
      details = details.withMetric(entry.getKey(), entry.getValue());
    }
    checkpoints.save(loopState().toTree(), steps, details);
    saved = true;
  }

  private LoopState<S> loopState() {
    return new LoopState<>(
        moving,
        sums,
        steps,
        epoch,
        position,
        logged,
        stopping.bestMetric(),
        stopping.patienceCount(),
        ended ? 1 : 0);
  }

  private void openReport() {
    var files = plan.report();
    if (files != null) {
      writer = MultiWriter.of(writer, files.open(steps));
    }
  }

  private void resume() {
    var checkpoints = plan.checkpoints();
    if (checkpoints == null || checkpoints.latestStep().isEmpty()) {
      return;
    }
    var current = loopState();
    var loop = current.ofTree(checkpoints.restore(current.toTree()));
    moving = loop.moving();
    sums = loop.sums();
    steps = loop.step();
    epoch = loop.epoch();
    position = loop.position();
    logged = loop.logged();
    ended = loop.ended() != 0;
    stopping =
        new EarlyStopping(
            stopping.minDelta(),
            stopping.patience(),
            loop.bestMetric(),
            loop.patienceCount(),
            ended,
            false);
    latest.putAll(checkpoints.details(steps).metrics());
    saved = true;
  }
}
