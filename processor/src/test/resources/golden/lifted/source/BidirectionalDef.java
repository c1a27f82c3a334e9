package example;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Nowrap;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Reads a sequence from both ends.
 *
 * @param forward from the first element on
 * @param backward from the last one back; {@link Optional#empty} stands for another {@code forward}
 * @param merge makes one output of the two
 */
@Module(name = "BiRNN")
public record BidirectionalDef(
    @Named("forward_rnn") Dense forward,
    @Named("backward_rnn") Optional<Dense> backward,
    BinaryOperator<Array> merge) {

  /**
   * Reads with two of a kind, and adds what they say.
   *
   * @param both what runs in either direction
   */
  public BidirectionalDef(Dense both) {
    this(both, Optional.empty(), Array::add);
  }

  /**
   * Reads.
   *
   * @param xs one row an element
   * @return what {@link #merge} makes of the ends, one row an element too, however long that is to
   *     say in a comment
   */
  @Compact
  Array call(Array xs) {
    var there =
        Lift.scan((Bidirectional m, Array x) -> m.step(x))
            .length(steps())
            .apply(Bidirectional.self(), xs);
    return merge.apply(there, backward.map(b -> b.call(xs)).orElse(xs));
  }

  @Compact
  Array step(Array x) {
    return forward.call(x);
  }

  @Nowrap
  int steps() {
    return forward.features();
  }
}
