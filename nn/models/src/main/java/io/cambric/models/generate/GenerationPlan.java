package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.generate.logits.LogitsProcessor;
import io.cambric.models.generate.logits.TokenSequences;
import io.cambric.numpy.Numpy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings in the form that a program takes. Numbers are arrays, so that a changed number reuses
 * the program. Settings that change the computation are static.
 *
 * @param capacity number of new tokens that there is room for
 * @param stopTokens tokens that end a sequence
 * @param padToken token after the end of a sequence
 * @param keepsLogits whether logits are returned
 * @param texts number of texts for each prompt
 * @param greedy whether the largest logit decides
 * @param beams number of beams
 * @param earlyStopping when a beam search ends
 * @param lengthPenalty f32
 * @param limit i32, greatest number of new tokens, at most the capacity
 * @param processors rules for logits, in their order
 */
@PyTree
record GenerationPlan(
    @Static int capacity,
    @Static List<Integer> stopTokens,
    @Static int padToken,
    @Static boolean keepsLogits,
    @Static int texts,
    @Static boolean greedy,
    @Static int beams,
    @Static EarlyStopping earlyStopping,
    Array lengthPenalty,
    Array limit,
    List<LogitsProcessor> processors) {

  GenerationPlan {
    stopTokens = List.copyOf(stopTokens);
    processors = List.copyOf(processors);
  }

  static GenerationPlan of(
      GenerationSettings settings, int capacity, int limit, List<LogitsProcessor> processors) {
    return new GenerationPlan(
        capacity,
        settings.stopTokens(),
        settings.padToken(),
        settings.keepsLogits(),
        settings.numReturnSequences(),
        settings.sampling().isGreedy(),
        settings.beams().numBeams(),
        settings.beams().earlyStopping(),
        NdArray.scalar(DType.F32, settings.beams().lengthPenalty()),
        NdArray.scalar(DType.I32, limit),
        processors);
  }

  /** {@return the logits after all rules} */
  Array processed(Array logits, TokenSequences sequences) {
    var changed = logits;
    for (var processor : processors) {
      changed = processor.apply(changed, sequences);
    }
    return changed;
  }

  /** {@return which tokens end a sequence} */
  Array stops(Array tokens) {
    var stops = Numpy.zeros(tokens.shape(), DType.BOOL);
    for (int stop : stopTokens) {
      stops = Numpy.logicalOr(stops, tokens.eq(stop));
    }
    return stops;
  }

  /** {@return a result, cut from the capacity to the greatest number of new tokens} */
  static GenerationResult cut(GenerationResult generated, int limit) {
    var logits = generated.logits();
    return new GenerationResult(
        Numpy.slice(generated.tokens(), 1, 0, limit),
        generated.lengths(),
        logits == null ? null : Numpy.slice(logits, 1, 0, limit),
        generated.scores());
  }

  /** {@return zeros for the logits of texts; null unless they are kept} */
  @Nullable Array emptyLogits(int rows, int vocabulary) {
    return keepsLogits ? Numpy.zeros(Shape.of(rows, capacity, vocabulary), DType.F32) : null;
  }
}
