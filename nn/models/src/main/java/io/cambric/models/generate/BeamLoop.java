package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;

/**
 * One beam search, as a function that is traced: the prompts in one pass, then one token of each
 * running text per pass. Scores match {@code _beam_search} of Transformers, which marks excluded
 * texts by a large negative score.
 *
 * @param batch number of prompts
 */
record BeamLoop(
    TokenModel model,
    Variables variables,
    GenerationPlan plan,
    Columns columns,
    int batch,
    Key key) {

  /** Added to scores of texts that must not be chosen. */
  private static final double OUT = -1e9;

  /**
   * The carry of the loop.
   *
   * @param made i32, number of new tokens that are there
   * @param running texts that are continued
   * @param last i32 {@code [batch * beams]}, their tokens that the model has not read yet
   * @param positions i32 {@code [batch * beams]}, the positions of these
   * @param finished the best texts that ended
   * @param improvable bool {@code [batch, 1]}, whether a running text may become better
   * @param open bool, whether a candidate did not end
   * @param cache of the model
   */
  @PyTree
  record Progress(
      Array made,
      BeamTexts running,
      Array last,
      Array positions,
      BeamTexts finished,
      Array improvable,
      Array open,
      Object cache) {}

  static GenerationResult run(
      TokenModel model, Variables variables, GenerationPlan plan, Prompt prompt, Key key) {
    var columns = Columns.of(prompt, plan.beams(), plan.capacity());
    return new BeamLoop(model, variables, plan, columns, prompt.batch(), key).run(prompt);
  }

  private GenerationResult run(Prompt prompt) {
    var end = Transforms.whileLoop(this::goesOn, this::advance, begin(prompt));
    return end.finished().best(plan.texts(), columns);
  }

  private Progress begin(Prompt prompt) {
    int beams = plan.beams();
    var read = model.begin(variables, prompt, plan.capacity() - 1);
    var cache = model.repeated(read.cache(), beams);
    var texts = columns.empty(plan.padToken()).reshape(batch, beams, -1);
    // All beams begin alike, so that only the first one counts.
    var first = Numpy.where(Numpy.arange(beams).lt(1), 0, OUT).astype(DType.F32);
    var scores = Numpy.broadcastTo(first, Shape.of(batch, beams));
    var positions = Numpy.max(prompt.text().positions(), 1).astype(DType.I32);
    var none =
        new Progress(
            NdArray.scalar(DType.I32, 0),
            BeamTexts.of(texts, scores),
            Numpy.zeros(Shape.of(batch * beams), DType.I32),
            Numpy.repeat(positions, beams, 0),
            BeamTexts.of(texts, Numpy.full(scores.shape(), OUT, DType.F32)),
            Numpy.ones(Shape.of(batch, 1), DType.BOOL),
            NdArray.scalar(DType.BOOL, 1),
            cache);
    return withNext(none, Numpy.repeat(read.logits(), beams, 0), cache);
  }

  private Array goesOn(Progress progress) {
    var goesOn = Numpy.logicalAnd(progress.improvable().any(), progress.open());
    return plan.earlyStopping() == EarlyStopping.FULL
        ? Numpy.logicalAnd(goesOn, Numpy.logicalNot(progress.finished().done().all()))
        : goesOn;
  }

  private Progress advance(Progress progress) {
    var read = model.next(variables, progress.last(), progress.positions(), progress.cache());
    return withNext(progress, read.logits(), read.cache());
  }

  private Progress withNext(Progress progress, Array logits, Object cache) {
    var made = progress.made();
    var running = progress.running();
    int beams = plan.beams();
    int vocabulary = logits.dim(-1);
    var flat = running.tokens().reshape(batch * beams, -1);
    var chances = Activations.logSoftmax(logits.astype(DType.F32));
    var processed = plan.processed(chances, columns.sequences(flat, made));
    var sums =
        processed
            .reshape(batch, beams, vocabulary)
            .add(Numpy.expandDims(running.scores(), -1))
            .reshape(batch, beams * vocabulary);
    var places = candidates(sums, made);
    var beam = Numpy.floorDivide(places, vocabulary);
    var token = Numpy.mod(places, vocabulary);
    var scores = Numpy.takeAlongAxis(sums, places, 1);
    var ends = Numpy.logicalOr(plan.stops(token), made.add(1).ge(plan.limit()));
    var candidates = running.rows(beam).with(token, scores, ends, made.add(1), columns);

    var order = Lax.topK(out(scores, ends), beams).get(1);
    var chosen = Numpy.takeAlongAxis(beam, order, 1);
    var next = candidates.withScores(out(scores, ends)).rows(order);
    var finished = finished(progress, candidates);
    var offset = Numpy.expandDims(Numpy.arange(batch).mul(beams), -1);
    return new Progress(
        made.add(1),
        next,
        Numpy.takeAlongAxis(token, order, 1).reshape(batch * beams),
        progress.positions().add(1),
        finished,
        Numpy.logicalAnd(progress.improvable(), improvable(next, finished, made.add(1))),
        Numpy.logicalNot(ends.all()),
        model.reordered(cache, chosen.add(offset).astype(DType.I32).reshape(batch * beams)));
  }

  /**
   * {@return indices of the best continuations of all texts of a prompt, i32 {@code [batch,
   * count]}}
   *
   * <p>The count is large enough for each beam to have a continuation that does not end.
   */
  private Array candidates(Array sums, Array made) {
    int wanted = Math.max(2, 1 + plan.stopTokens().size()) * plan.beams();
    int count = Math.min(wanted, sums.dim(1));
    // The largest of sums with Gumbel noise are a sample without replacement.
    var scored = plan.greedy() ? sums : sums.add(Random.gumbel(key.foldIn(made), sums.shape()));
    return Lax.topK(scored, count).get(1).astype(DType.I32);
  }

  /** {@return scores, lowered where the mask is true so that those texts are not chosen} */
  private static Array out(Array scores, Array mask) {
    return scores.add(mask.astype(DType.F32).mul(OUT));
  }

  private BeamTexts finished(Progress progress, BeamTexts candidates) {
    var made = progress.made().add(1);
    var finished = progress.finished();
    // Only as many of the best candidates as there are beams may end.
    var high = Numpy.arange(candidates.scores().dim(1)).lt(plan.beams());
    var ended = Numpy.logicalAnd(candidates.done(), high);
    var scores = candidates.scores().div(power(made));
    if (plan.earlyStopping() == EarlyStopping.FULL) {
      scores = out(scores, Numpy.expandDims(finished.done().all(1), -1));
    }
    scores = out(scores, Numpy.logicalNot(progress.improvable()));
    scores = out(scores, Numpy.logicalNot(ended));
    var all = finished.joined(candidates.withScores(scores).withDone(ended));
    return all.rows(Lax.topK(all.scores(), plan.beams()).get(1));
  }

  private Array power(Array length) {
    return length.astype(DType.F32).pow(plan.lengthPenalty());
  }

  /** {@return whether the best running text may become better than the worst finished one} */
  private Array improvable(BeamTexts running, BeamTexts finished, Array made) {
    var length =
        plan.earlyStopping() == EarlyStopping.CERTAIN
            ? Numpy.where(plan.lengthPenalty().gt(0), plan.limit(), made)
            : made;
    var best = Numpy.slice(running.scores(), 1, 0, 1).div(power(length));
    var least = Numpy.expandDims(finished.scores().min(1), -1);
    return Numpy.expandDims(best.gt(Numpy.where(finished.done(), least, OUT)).any(1), -1);
  }
}
