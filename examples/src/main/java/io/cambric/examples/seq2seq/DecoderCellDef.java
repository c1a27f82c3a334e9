package io.cambric.examples.seq2seq;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Nowrap;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.LstmCarry;
import io.cambric.nn.LstmCell;
import io.cambric.nn.RnnCell;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.transform.result.Carry;

/**
 * One step of the decoder: a cell, and the logits of the next character.
 *
 * <p>Shapes: inputs one-hot {@code [batch, characters]} to logits {@code [batch, characters]}.
 *
 * <p>Variables: {@code params/LSTMCell_0}, {@code params/Dense_0}.
 *
 * @param hidden features of the cell
 * @param characters number of different characters
 * @param teacherForcing whether each step reads the true character before it, as in training,
 *     instead of the one that was written
 */
@Module(name = "DecoderLSTMCell", as = RnnCell.class)
record DecoderCellDef(int hidden, int characters, boolean teacherForcing) {

  @Compact
  Carry<DecoderCarry, Array> call(DecoderCarry carry, Array inputs) {
    var read = teacherForcing ? inputs : carry.last();
    var step = LstmCell.of(hidden).call(carry.lstm(), read);
    var logits = Dense.of(characters).call(step.output());
    var written = Activations.oneHot(logits.argmax(-1), characters);
    return new Carry<>(new DecoderCarry(step.carry(), written), logits);
  }

  /** {@return the carry of an empty question} */
  @Nowrap
  DecoderCarry initializeCarry(Key key, Shape inputShape) {
    var zeros = Numpy.zeros(inputShape.with(inputShape.rank() - 1, hidden), DType.F32);
    return new DecoderCarry(new LstmCarry(zeros, zeros), Numpy.zeros(inputShape, DType.F32));
  }

  /** {@return 1: the last axis of inputs is features} */
  @Nowrap
  int numFeatureAxes() {
    return 1;
  }
}
