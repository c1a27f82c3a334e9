package io.cambric.nn;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.List;

/**
 * A bidirectional recurrent network. One network runs from the first step to the last, another from
 * the last to the first. Their outputs are merged step by step.
 *
 * <p>Shapes: as in the networks. Outputs are joined along the last axis, unless {@code mergeFn}
 * differs.
 *
 * <p>Variables: the variables of the networks, under {@code forward_rnn} and {@code backward_rnn}.
 * If both are the same network, they share variables under {@code forward_rnn}.
 *
 * @param forwardRnn runs forwards
 * @param backwardRnn runs backwards
 * @param mergeFn merges the outputs of both networks
 * @param timeMajor whether time is the first axis
 * @param <F> the carry of the network that runs forwards
 * @param <B> the carry of the network that runs backwards
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.Bidirectional">flax.linen.Bidirectional</a>
 */
@Module
record BidirectionalDef<F, B>(
    @Named("forward_rnn") Rnn<F> forwardRnn,
    @Named("backward_rnn") Rnn<B> backwardRnn,
    Fn2<Array, Array, Array> mergeFn,
    boolean timeMajor) {

  /** Outputs joined along the last axis, batch first. */
  BidirectionalDef(Rnn<F> forwardRnn, Rnn<B> backwardRnn) {
    this(forwardRnn, backwardRnn, BidirectionalDef::joined, false);
  }

  private static Array joined(Array forward, Array backward) {
    return Numpy.concatenate(List.of(forward, backward), -1);
  }

  /** {@return the merged outputs of all steps} */
  Array call(Array inputs) {
    return callWithCarry(inputs, RnnCall.none()).output();
  }

  /** {@return the merged outputs of all steps} */
  Array call(Array inputs, RnnCall<BidirectionalCarry<F, B>> options) {
    return callWithCarry(inputs, options).output();
  }

  /** {@return the last carries and the merged outputs of all steps} */
  Carry<BidirectionalCarry<F, B>, Array> callWithCarry(Array inputs) {
    return callWithCarry(inputs, RnnCall.none());
  }

  /** {@return the last carries and the merged outputs of all steps} */
  Carry<BidirectionalCarry<F, B>, Array> callWithCarry(
      Array inputs, RnnCall<BidirectionalCarry<F, B>> options) {
    var keys = options.initKey() == null ? null : options.initKey().split(2);
    var first = options.initialCarry();
    boolean timeFirst = options.timeMajor() == null ? timeMajor : options.timeMajor();
    var forward =
        forwardRnn.callWithCarry(
            inputs,
            new RnnCall<>(
                first == null ? null : first.forward(),
                keys == null ? null : keys.get(0),
                options.seqLengths(),
                timeFirst,
                false,
                null));
    var backward =
        backwardRnn.callWithCarry(
            inputs,
            new RnnCall<>(
                first == null ? null : first.backward(),
                keys == null ? null : keys.get(1),
                options.seqLengths(),
                timeFirst,
                true,
                true));
    return new Carry<>(
        new BidirectionalCarry<>(forward.carry(), backward.carry()),
        mergeFn.apply(forward.output(), backward.output()));
  }
}
