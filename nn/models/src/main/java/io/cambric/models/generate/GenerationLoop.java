package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import org.jspecify.annotations.Nullable;

/**
 * One generation, as a function that is traced: the prompts in one pass, then one token of each
 * sequence per pass until all have stopped.
 */
record GenerationLoop(
    TokenModel model, Variables variables, GenerationPlan plan, Columns columns, Key key) {

  /**
   * The carry of the loop.
   *
   * @param made i32, number of new tokens that are there
   * @param tokens i32 {@code [rows, columns]}, with the prompt first
   * @param lengths i32 {@code [rows]}
   * @param last i32 {@code [rows]}, the tokens that the model has not read yet
   * @param positions i32 {@code [rows]}, their positions
   * @param done bool {@code [rows]}
   * @param cache of the model
   * @param logits f32 {@code [rows, capacity, vocabulary]}; null unless kept
   */
  @PyTree
  record Progress(
      Array made,
      Array tokens,
      Array lengths,
      Array last,
      Array positions,
      Array done,
      Object cache,
      @Nullable Array logits) {}

  static GenerationResult run(
      TokenModel model, Variables variables, GenerationPlan plan, Prompt prompt, Key key) {
    var columns = Columns.of(prompt, plan.texts(), plan.capacity());
    return new GenerationLoop(model, variables, plan, columns, key).run(prompt);
  }

  private GenerationResult run(Prompt prompt) {
    var end = Transforms.whileLoop(this::goesOn, this::advance, begin(prompt));
    return new GenerationResult(columns.written(end.tokens()), end.lengths(), end.logits(), null);
  }

  private Progress begin(Prompt prompt) {
    int texts = plan.texts();
    int rows = prompt.batch() * texts;
    // The last token is chosen, but never read.
    var read = model.begin(variables, prompt, plan.capacity() - 1);
    var logits = Numpy.repeat(read.logits(), texts, 0);
    var cache = texts == 1 ? read.cache() : model.repeated(read.cache(), texts);
    var positions = Numpy.max(prompt.text().positions(), 1).astype(DType.I32);
    var none =
        new Progress(
            NdArray.scalar(DType.I32, 0),
            columns.empty(plan.padToken()),
            Numpy.zeros(Shape.of(rows), DType.I32),
            Numpy.zeros(Shape.of(rows), DType.I32),
            Numpy.repeat(positions, texts, 0),
            Numpy.zeros(Shape.of(rows), DType.BOOL),
            cache,
            plan.emptyLogits(rows, logits.dim(1)));
    return withNext(none, logits, cache);
  }

  private Array goesOn(Progress progress) {
    var more = progress.made().lt(plan.limit());
    return plan.stopTokens().isEmpty()
        ? more
        : Numpy.logicalAnd(more, Numpy.logicalNot(progress.done().all()));
  }

  private Progress advance(Progress progress) {
    var read = model.next(variables, progress.last(), progress.positions(), progress.cache());
    return withNext(progress, read.logits(), read.cache());
  }

  private Progress withNext(Progress progress, Array logits, Object cache) {
    var full = logits.astype(DType.F32);
    var made = progress.made();
    var shown = plan.processed(full, columns.sequences(progress.tokens(), made));
    var done = progress.done();
    var padding = NdArray.scalar(DType.I32, plan.padToken());
    var token = Numpy.where(done, padding, chosen(shown, made));
    return new Progress(
        made.add(1),
        columns.with(progress.tokens(), token, made),
        progress.lengths().add(Numpy.logicalNot(done).astype(DType.I32)),
        token,
        progress.positions().add(1),
        Numpy.logicalOr(done, plan.stops(token)),
        cache,
        progress.logits() == null
            ? null
            : Lax.dynamicUpdateSliceInDim(progress.logits(), Numpy.expandDims(full, 1), made, 1));
  }

  private Array chosen(Array logits, Array made) {
    var chosen = plan.greedy() ? logits.argmax(-1) : Random.categorical(key.foldIn(made), logits);
    return chosen.astype(DType.I32);
  }
}
