package io.cambric.examples.seq2seq;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.nn.LstmCarry;
import io.cambric.nn.LstmCell;
import io.cambric.nn.Rnn;
import io.cambric.nn.RnnCall;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;

/**
 * An encoder that reads questions, and a decoder that begins with its last state.
 *
 * <p>Shapes: questions {@code [batch, length]}, answers {@code [batch, n]} to logits {@code [batch,
 * n - 1, characters]} of all answers but their first character.
 *
 * <p>Variables: {@code params/LSTMCell_0} of the encoder, {@code params/DecoderLSTMCell_0}.
 *
 * @param hidden features of both cells
 * @param teacherForcing whether the decoder reads the true answer, as in training, instead of the
 *     characters that it writes
 * @see <a href="https://arxiv.org/abs/1409.3215">Sutskever et al., 2014</a>
 */
@Module(name = "Seq2seq")
record Seq2SeqDef(int hidden, boolean teacherForcing) {

  @Compact
  Array call(Array questions, Array answers) {
    var ends = questions.eq(Alphabet.END).argmax(-1).add(1).astype(DType.I32);
    var encoder = Rnn.<LstmCarry>of(LstmCell.of(hidden));
    var read =
        encoder.callWithCarry(
            Activations.oneHot(questions, Alphabet.SIZE),
            RnnCall.<LstmCarry>none().withSeqLengths(ends));
    var cell = DecoderCell.of(hidden, Alphabet.SIZE, teacherForcing);
    var characters = Activations.oneHot(answers, Alphabet.SIZE);
    var first = new DecoderCarry(read.carry(), characters.get(":, 0"));
    return Rnn.<DecoderCarry>of(cell)
        .call(characters.get(":, :-1"), RnnCall.<DecoderCarry>none().withInitialCarry(first));
  }

  /** {@return 1 for the characters of answers up to their ends, {@code [batch, n - 1]}} */
  static Array counting(Array answers) {
    var ends = answers.eq(Alphabet.END).argmax(-1);
    return Numpy.arange(1, answers.dim(1)).le(Numpy.expandDims(ends, -1)).astype(DType.F32);
  }
}
