package io.cambric.models.generate;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.seq2seq.EncoderDecoder;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Generates tokens by a model of an encoder and a decoder, as {@link Generator} does by a decoder
 * alone: one compiled program, an immutable value.
 *
 * {@snippet :
 * var generator = Seq2SeqGenerator.of(T5.of(config), config.start());
 * var settings = generator.settings().withStopTokens(List.of(1)).withBeams(Beams.of(4));
 * var texts = generator.withSettings(settings).generate(variables, sources, Key.of(0));
 * }
 */
public final class Seq2SeqGenerator {

  private final GenerationProgram program;
  private final int start;
  private final GenerationSettings settings;

  private Seq2SeqGenerator(GenerationProgram program, int start, GenerationSettings settings) {
    this.program = program;
    this.start = start;
    this.settings = settings;
  }

  /**
   * {@return a generator of 20 tokens, greedy and without stop tokens}
   *
   * @param start the token that the decoder reads first
   */
  public static <M extends Module<M> & EncoderDecoder> Seq2SeqGenerator of(M module, int start) {
    var program = GenerationProgram.of(new Seq2SeqModel<>(module));
    return new Seq2SeqGenerator(program, start, GenerationSettings.standard());
  }

  /** {@return the settings} */
  public GenerationSettings settings() {
    return settings;
  }

  /** {@return the token that the decoder reads first} */
  public int start() {
    return start;
  }

  /**
   * {@return this with other settings}
   *
   * @throws HyperparameterException if two settings exclude each other
   */
  public Seq2SeqGenerator withSettings(GenerationSettings other) {
    return new Seq2SeqGenerator(program, start, other.checked());
  }

  /** {@return this with changed settings; see the other overload} */
  public Seq2SeqGenerator withSettings(UnaryOperator<GenerationSettings> change) {
    return withSettings(change.apply(settings));
  }

  /** {@return this with another token that the decoder reads first} */
  public Seq2SeqGenerator withStart(int token) {
    return new Seq2SeqGenerator(program, token, settings);
  }

  /**
   * {@return texts for sources}
   *
   * @param tokens of the encoder, {@code [batch, length]}
   * @param mask of the same shape, 0 or false at padding
   * @param key random key for sampling
   * @throws DataException if a token is not in the vocabulary of the model
   * @throws ShapeException if the texts or sources have more positions than the model
   */
  public GenerationResult generate(Variables variables, Array tokens, Array mask, Key key) {
    return generate(variables, DecoderInput.of(tokens, mask), key);
  }

  /**
   * {@return texts for each of some sources, which may differ in length; several texts of a source
   * follow each other}
   *
   * @param key random key for sampling
   * @throws DataException if there is no source, one is empty, or it has a token that the model
   *     does not have
   * @throws ShapeException if the texts or sources have more positions than the model
   */
  public List<List<Integer>> generate(Variables variables, List<List<Integer>> sources, Key key) {
    return generate(variables, PaddedTokens.behind(sources), key).toLists();
  }

  private GenerationResult generate(Variables variables, DecoderInput source, Key key) {
    int batch = source.tokens().dim(0);
    var starts = Collections.nCopies(batch, start).stream().mapToInt(Integer::intValue).toArray();
    var text = DecoderInput.of(NdArray.ofInts(Shape.of(batch, 1), starts));
    int limit = settings.length().newTokens(1);
    return program.run(settings, variables, new Prompt(text, source), 1, limit, limit, key);
  }

  /** {@return the first token, and the settings} */
  @Override
  public String toString() {
    return "Seq2SeqGenerator from token %d of %s".formatted(start, settings);
  }
}
