package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * New tokens of sequences. A pytree. Several texts of a prompt are consecutive rows; a beam search
 * puts the best one first.
 *
 * @param tokens i32 {@code [rows, maxTokens]}, with the padding token after the end
 * @param lengths i32 {@code [rows]}, the number of new tokens, including the stop token
 * @param logits f32 {@code [rows, maxTokens, vocabulary]} of the model before any rule, zeros after
 *     the end of the longest; null unless asked for
 * @param scores f32 {@code [rows]}, by which a beam search compares texts; null without a search
 */
@PyTree
public record GenerationResult(
    Array tokens, Array lengths, @Nullable Array logits, @Nullable Array scores) {

  /** {@return the new tokens of each sequence, without padding} */
  public List<List<Integer>> toLists() {
    var all = tokens.concrete("GenerationResult.toLists");
    var counts = lengths.concrete("GenerationResult.toLists");
    int columns = tokens.dim(1);
    return IntStream.range(0, tokens.dim(0))
        .mapToObj(row ->
            IntStream.range(0, (int) counts.getDouble(row))
                .mapToObj(i -> (int) all.getDouble(row * columns + i))
                .toList())
        .toList();
  }
}
