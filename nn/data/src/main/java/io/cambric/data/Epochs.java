package io.cambric.data;

import io.cambric.numpy.Key;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The numbers of the current epochs of all repetitions around a stage, the outermost first. */
record Epochs(List<Long> numbers) {

  static final Epochs NONE = new Epochs(List.of());

  Epochs with(long epoch) {
    return new Epochs(Stream.concat(numbers.stream(), LongStream.of(epoch).boxed()).toList());
  }

  /** {@return the key of these epochs: the key itself outside of a repetition} */
  Key fold(Key key) {
    var folded = key;
    for (long number : numbers) {
      folded = folded.foldIn(number);
    }
    return folded;
  }
}
