package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.decoder.KeyValueCache;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import org.jspecify.annotations.Nullable;

/**
 * One generation, as a function that is traced: the prompts in one pass, then a token of each
 * sequence a pass until all have stopped.
 */
record GenerationLoop(
    BoundLm model, Variables variables, GenerationPlan plan, TokenChoice choice, Key key) {

  /**
   * The carry of the loop.
   *
   * @param step number of tokens that are there
   * @param tokens i32 {@code [batch, maxTokens]}
   * @param lengths i32 {@code [batch]}
   * @param last i32 {@code [batch]}, the tokens that the model has not read yet
   * @param positions i32 {@code [batch]}, their positions
   * @param done bool {@code [batch]}
   * @param seen bool {@code [batch, vocabulary]}; null without a penalty
   * @param logits f32 {@code [batch, maxTokens, vocabulary]}; null unless kept
   */
  @PyTree
  record Progress(
      Array step,
      Array tokens,
      Array lengths,
      Array last,
      Array positions,
      Array done,
      KeyValueCache cache,
      @Nullable Array seen,
      @Nullable Array logits) {}

  Generated run(DecoderInput prompts) {
    var end = Transforms.whileLoop(this::goesOn, this::advance, begin(prompts));
    return new Generated(end.tokens(), end.lengths(), end.logits());
  }

  private Progress begin(DecoderInput prompts) {
    int batch = prompts.tokens().dim(0);
    int max = plan.maxTokens();
    // The last token is chosen, but never read.
    var empty = model.emptyCache(variables, batch, prompts.tokens().dim(1) + max - 1);
    var read = model.next(variables, prompts, empty);
    int vocabulary = read.logits().dim(1);
    var none =
        new Progress(
            NdArray.scalar(DType.I32, 0),
            Numpy.full(Shape.of(batch, max), plan.padToken(), DType.I32),
            Numpy.zeros(Shape.of(batch), DType.I32),
            Numpy.zeros(Shape.of(batch), DType.I32),
            Numpy.max(prompts.positions(), 1).astype(DType.I32),
            Numpy.zeros(Shape.of(batch), DType.BOOL),
            read.cache(),
            choice.penalizes() ? seen(prompts, vocabulary) : null,
            plan.keepsLogits() ? Numpy.zeros(Shape.of(batch, max, vocabulary), DType.F32) : null);
    return withNext(none, read.logits(), read.cache());
  }

  private static Array seen(DecoderInput prompts, int vocabulary) {
    var mask = Numpy.expandDims(prompts.mask(), -1);
    return Numpy.logicalAnd(isToken(prompts.tokens(), vocabulary), mask).any(1);
  }

  /** {@return one-hot rows of bool} */
  private static Array isToken(Array tokens, int vocabulary) {
    return Numpy.expandDims(tokens, -1).eq(Numpy.arange(vocabulary));
  }

  private Array goesOn(Progress progress) {
    var more = progress.step().lt(plan.maxTokens());
    return plan.stopTokens().isEmpty()
        ? more
        : Numpy.logicalAnd(more, Numpy.logicalNot(progress.done().all()));
  }

  private Progress advance(Progress progress) {
    var one =
        new DecoderInput(
            Numpy.expandDims(progress.last(), -1),
            Numpy.expandDims(progress.positions(), -1),
            Numpy.ones(Shape.of(progress.last().dim(0), 1), DType.BOOL));
    var read = model.next(variables, one, progress.cache());
    return withNext(progress, read.logits(), read.cache());
  }

  private Progress withNext(Progress progress, Array logits, KeyValueCache cache) {
    var full = logits.astype(DType.F32);
    var step = progress.step();
    var seen = progress.seen();
    var shown = seen == null ? full : choice.penalized(full, seen);
    var done = progress.done();
    var token =
        Numpy.where(
            done,
            NdArray.scalar(DType.I32, plan.padToken()),
            choice.choose(shown, key.foldIn(step)));
    return new Progress(
        step.add(1),
        Lax.dynamicUpdateSliceInDim(progress.tokens(), Numpy.expandDims(token, -1), step, 1),
        progress.lengths().add(Numpy.logicalNot(done).astype(DType.I32)),
        token,
        progress.positions().add(1),
        Numpy.logicalOr(done, stops(token)),
        cache,
        seen == null ? null : Numpy.logicalOr(seen, isToken(token, full.dim(1))),
        progress.logits() == null
            ? null
            : Lax.dynamicUpdateSliceInDim(progress.logits(), Numpy.expandDims(full, 1), step, 1));
  }

  private Array stops(Array token) {
    var stops = Numpy.zeros(token.shape(), DType.BOOL);
    for (int stop : plan.stopTokens()) {
      stops = Numpy.logicalOr(stops, token.eq(stop));
    }
    return stops;
  }
}
