package io.cambric.data;

import io.cambric.numpy.Key;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A choice of the values of an indexed stage, in an order. */
sealed interface Selection {

  /** {@return how many values are chosen} */
  int count(int size);

  /** {@return the index of each chosen value} */
  int[] indices(int size, Epochs epochs);

  /** A run of values. */
  record Range(long from, long length) implements Selection {

    @Override
    public int count(int size) {
      return (int) Math.clamp(size - from, 0, length);
    }

    @Override
    public int[] indices(int size, Epochs epochs) {
      int start = (int) Math.min(from, size);
      return IntStream.range(start, start + count(size)).toArray();
    }
  }

  /** All values, in another order each epoch. */
  record Shuffle(Key key) implements Selection {

    @Override
    public int count(int size) {
      return size;
    }

    @Override
    public int[] indices(int size, Epochs epochs) {
      return Permutation.of(epochs.fold(key), size);
    }
  }

  /** A part of a random order that is the same in all epochs. */
  record Part(Key key, double from, double to) implements Selection {

    @Override
    public int count(int size) {
      return place(to, size) - place(from, size);
    }

    @Override
    public int[] indices(int size, Epochs epochs) {
      var order = Permutation.of(key, size);
      var part = Arrays.copyOfRange(order, place(from, size), place(to, size));
      Arrays.sort(part);
      return part;
    }

    private static int place(double fraction, int size) {
      return (int) Math.round(fraction * size);
    }
  }
}
