package io.cambric.nn.training;

import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.NonFiniteException;
import io.cambric.io.checkpoint.CheckpointDetails;
import io.cambric.io.checkpoint.CheckpointSaver;
import io.cambric.io.iterator.PrefetchingIterator;
import io.cambric.io.iterator.ResumableIterable;
import io.cambric.io.iterator.ResumableIterator;
import io.cambric.profiler.StepTraceAnnotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a training; mutable, for one thread. */
final class TrainingRun<S extends TrainState<S>, B> {

  private static final String TRAIN = "train/";

  /** The key of the checkpoint text with the number of steps at the last evaluation. */
  private static final String EVALUATED = "evaluated";

  private final TrainingPlan<S, B> plan;
  private final EpochData<B> data;
  private final PeekedIterable<B> firstEpoch;
  private final CompiledStep<S, B> step;
  private final Evaluations<S> evaluations;
  private final ProgressLine progress;

  private final RunNumbers numbers;

  /** The position of the first batch of an epoch. */
  private final long[] start;

  private final @Nullable CheckpointSaver saver;

  private StepCarry<S> moving;

  /** Sums of metrics since the last numbers. */
  private Metrics sums;

  private long steps;
  private int epoch;
  private long[] position;

  /** Steps at the last numbers of the training. */
  private long logged;

  /** Steps at the last evaluation. */
  private long evaluated;

  private EarlyStopping stopping;
  private boolean ended;

  /** Whether a hook has ended this run, but not the training. */
  private boolean stopped;

  /** Whether the latest checkpoint contains the state. */
  private boolean saved;

  /** Whether a checkpoint is due at this step. It waits until the numbers of the step are known. */
  private boolean saveDue;

  /**
   * Traces the metrics of a step on the first batch, without training.
   *
   * @param check of the first batch with the state
   */
  TrainingRun(TrainingPlan<S, B> plan, BiConsumer<S, B> check) {
    this.plan = plan;
    var given = plan.data();
    if (given == null) {
      throw new HyperparameterException(
          "Training needs data, but got none. Set batches with data(...) before run().");
    }
    data = given;
    step = new CompiledStep<>(plan.step(), plan.decay());
    // The end of an epoch may save the state of its last step again.
    saver =
        plan.checkpoints() == null
            ? null
            : CheckpointSaver.of(plan.checkpoints().withOverwrite(true));
    var average = plan.decay() == null ? null : plan.state().params();
    moving = DonatedTrees.keeping(new StepCarry<>(plan.state(), average));
    stopping = plan.stopping() == null ? EarlyStopping.of(0, 0) : plan.stopping().rule();
    evaluations = new Evaluations<>(plan.evaluations());
    progress = new ProgressLine(plan);
    numbers = new RunNumbers(plan, progress);
    firstEpoch = new PeekedIterable<>(data.of(0));
    start = firstEpoch.start();
    position = start;
    try {
      var first = firstEpoch.first().orElseThrow(this::noBatch);
      sums = step.noMetrics(plan.state(), first);
      check.accept(plan.state(), first);
    } catch (RuntimeException | Error e) {
      firstEpoch.close();
      throw e;
    }
  }

  TrainingResult<S> run() {
    try (var _ = firstEpoch;
        var _ = evaluations;
        var _ = saver) {
      resume();
      numbers.open(steps);
      if (!isOver()) {
        requireNumbers();
      }
      while (!isOver()) {
        runEpoch();
      }
      if (steps >= plan.steps()) {
        finish();
      }
      if (saver != null && !saved) {
        save(saver);
      }
    } finally {
      progress.end();
      numbers.flush();
    }
    return new TrainingResult<>(
        moving.state(),
        moving.average(),
        epoch,
        steps,
        Collections.unmodifiableMap(new LinkedHashMap<>(numbers.latest())));
  }

  /** Traces the evaluations before any step, and checks that the numbers in the plan exist. */
  private void requireNumbers() {
    var names = new ArrayList<String>();
    sums.scalarNames().forEach(name -> names.add(TRAIN + name));
    names.addAll(evaluations.trace(moving.evaluated()));
    new RequiredNumbers(names, sums.names()).check(plan);
  }

  private boolean isOver() {
    return ended || stopped || epoch >= plan.epochs() || steps >= plan.steps();
  }

  /** Runs an epoch from the position on, until the epoch or the training ends. */
  private void runEpoch() {
    boolean isFresh = Arrays.equals(position, start);
    try (var batches = batches(isFresh)) {
      if (isFresh && !batches.hasNext()) {
        throw noBatch();
      }
      while (hasNext(batches)) {
        if (isOver()) {
          return;
        }
        runStep(batches.next(), batches);
      }
    }
    endEpoch();
  }

  /**
   * {@return whether there is another batch}
   *
   * <p>If so, a due checkpoint is saved. The end of an epoch or a run writes more numbers of the
   * step first, and saves afterwards.
   */
  private boolean hasNext(ResumableIterator<B> batches) {
    boolean hasNext;
    try {
      hasNext = batches.hasNext();
    } catch (RuntimeException e) {
      saveAfter(e);
      throw e;
    }
    if (hasNext && !isOver()) {
      saveIfDue();
    }
    return hasNext;
  }

  private void saveAfter(RuntimeException failure) {
    try {
      saveIfDue();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private void saveIfDue() {
    if (saver != null && saveDue) {
      save(saver);
    }
  }

  private ResumableIterator<B> batches(boolean isFresh) {
    var all = data.of(epoch);
    progress.beginEpoch(epoch, steps, isFresh, all.size());
    var batches = isFresh ? freshBatches(all) : all.iterator(position);
    return plan.prefetch() == 0 ? batches : PrefetchingIterator.of(batches, plan.prefetch());
  }

  private ResumableIterator<B> freshBatches(ResumableIterable<B> all) {
    return epoch == 0 ? firstEpoch.iterator() : all.iterator();
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
    saveDue = isDue(plan.checkpointEvery());
    requireFinite();
    if (isDue(plan.logEvery())) {
      log();
    }
    if (isDue(plan.evaluateEvery())) {
      evaluate();
    }
    call(plan.stepHooks());
    progress.show(steps, numbers.latest());
  }

  private boolean isDue(long every) {
    return every > 0 && steps % every == 0;
  }

  /** Writes numbers, evaluates and saves as the plan says. */
  private void endEpoch() {
    progress.endEpoch(steps);
    log();
    if (plan.evaluateEvery() == 0) {
      evaluate();
    }
    call(plan.epochHooks());
    numbers.flush();
    epoch++;
    position = start;
    saved = false;
    saveDue |= plan.checkpointEvery() == 0;
    saveIfDue();
  }

  /** Writes the numbers of the last step, unless they are already written. */
  private void finish() {
    log();
    if (evaluated != steps) {
      evaluate();
    }
  }

  /** Writes the numbers of the training since the last write, if there was a step since then. */
  private void log() {
    if (logged == steps) {
      return;
    }
    logged = steps;
    saved = false;
    var numbers = new LinkedHashMap<String, Double>();
    sums.scalars().forEach((name, value) -> numbers.put(TRAIN + name, value));
    sums = sums.reset();
    this.numbers.write(steps, numbers);
  }

  private void evaluate() {
    var fresh = new HashMap<String, Double>();
    if (logged > evaluated) {
      fresh.putAll(this.numbers.latest());
    }
    var rule = plan.stopping();
    saved &= evaluations.isEmpty() && rule == null;
    evaluated = steps;
    var numbers = evaluations.run(moving.evaluated(), steps, this.numbers::show);
    this.numbers.write(steps, numbers);
    fresh.putAll(numbers);
    var number = rule == null ? null : fresh.get(rule.metric());
    if (number != null) {
      stopping = stopping.update(number);
      ended |= stopping.shouldStop();
    }
  }

  private void call(List<Consumer<TrainingEvent<S>>> hooks) {
    if (hooks.isEmpty()) {
      return;
    }
    var event = new TrainingEvent<>(moving.state(), epoch, steps, numbers.latest());
    progress.aside(() -> hooks.forEach(hook -> hook.accept(event)));
    stopped |= event.isStopped();
  }

  private void requireFinite() {
    var name = plan.finite();
    if (name == null) {
      return;
    }
    var value = Objects.requireNonNull(sums.compute().get(name));
    if (!Double.isFinite(value.item())) {
      throw new NonFiniteException(
          "The %s is %s in epoch %d, step %d. Either the training diverged, or a batch has NaN or labels out of range. Start with -Dcambric.debug=nans,infs to find the operation."
              .formatted(name, value.item(), epoch + 1, steps));
    }
  }

  private DataException noBatch() {
    return new DataException(
        "Training needs at least one batch in each epoch, but epoch %d has none. Pass more data or smaller batches, or keep the rest with batch(n, Remainder.KEEP)."
            .formatted(epoch + 1));
  }

  private void save(CheckpointSaver checkpoints) {
    var details = CheckpointDetails.now();
    for (var entry : numbers.latest().entrySet()) {
      details = details.withMetric(entry.getKey(), entry.getValue());
    }
    // A training that continues from the checkpoint does not write these numbers again.
    numbers.flush();
    checkpoints.save(
        loopState().toTree(), steps, details.withText(EVALUATED, Long.toString(evaluated)));
    saved = true;
    saveDue = false;
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
    var details = checkpoints.details(steps);
    numbers.resume(details.metrics());
    // Checkpoints of older versions lack this number; they are saved after evaluations.
    evaluated = Long.parseLong(details.texts().getOrDefault(EVALUATED, Long.toString(steps)));
    saved = true;
    firstEpoch.close();
  }
}
