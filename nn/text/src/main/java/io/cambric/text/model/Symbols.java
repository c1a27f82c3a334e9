package io.cambric.text.model;

import java.util.Arrays;

/**
 * The symbols of a word while they merge: a linked list of tokens with positions in bytes; mutable.
 *
 * <p>Positions count only the bytes of symbols; omitted characters have none.
 *
 * <p>Pairs wait in a heap by rank and position, so that a word of n symbols takes O(n log n) steps.
 */
final class Symbols {

  private static final int NONE = -1;

  private int[] ids;
  private int[] starts;

  /** {@link #NONE} for symbols that merged into the one before. */
  private int[] ends;

  private int[] previous;
  private int[] next;
  private int size;
  private int position;

  private long[] heap;
  private int heapSize;

  Symbols(int capacity) {
    ids = new int[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
    previous = new int[0];
    next = new int[0];
    heap = new long[0];
  }

  /** Adds a symbol for the next bytes. */
  void add(int id, int bytes) {
    add(id, position, position + bytes);
    position += bytes;
  }

  /** Adds symbols that share the next bytes: one for each, if there are as many. */
  void addAll(int[] all, int bytes) {
    for (int i = 0; i < all.length; i++) {
      boolean isOne = all.length == bytes;
      add(all[i], isOne ? position + i : position, isOne ? position + i + 1 : position + bytes);
    }
    position += bytes;
  }

  private void add(int id, int start, int end) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size + 4);
      starts = Arrays.copyOf(starts, ids.length);
      ends = Arrays.copyOf(ends, ids.length);
    }
    ids[size] = id;
    starts[size] = start;
    ends[size++] = end;
  }

  void merge(MergeTable merges) {
    if (size < 2) {
      return;
    }
    previous = new int[size];
    next = new int[size];
    heap = new long[size];
    for (int i = 0; i < size; i++) {
      previous[i] = i - 1;
      next[i] = i + 1 < size ? i + 1 : NONE;
      offer(i, next[i], merges);
    }
    while (heapSize > 0) {
      long top = poll();
      apply((int) top, merges.result((int) (top >>> 32)), merges);
    }
  }

  /** Merges the symbol at a position with the next one, if the entry of the heap is still valid. */
  private void apply(int at, int result, MergeTable merges) {
    if (ends[at] == NONE || next[at] == NONE) {
      return;
    }
    int right = next[at];
    int rank = merges.rank(ids[at], ids[right]);
    if (rank == MergeTable.NONE || merges.result(rank) != result) {
      return;
    }
    ids[at] = result;
    ends[at] = ends[right];
    ends[right] = NONE;
    next[at] = next[right];
    if (next[at] != NONE) {
      previous[next[at]] = at;
    }
    if (previous[at] != NONE) {
      offer(previous[at], at, merges);
    }
    offer(at, next[at], merges);
  }

  private void offer(int left, int right, MergeTable merges) {
    if (right == NONE) {
      return;
    }
    int rank = merges.rank(ids[left], ids[right]);
    if (rank != MergeTable.NONE) {
      push((long) rank << 32 | left);
    }
  }

  /** {@return the tokens that are left; positions are in UTF-16 units of the word} */
  WordTokens toTokens(String word) {
    var units = units(word);
    var tokens = new WordTokens(Math.max(1, size));
    for (int i = 0; i < size; i++) {
      if (ends[i] != NONE) {
        tokens.add(ids[i], start(units, starts[i]), end(units, ends[i], word.length()));
      }
    }
    return tokens;
  }

  private static int start(int[] units, int position) {
    return units.length == 0 ? position : units[position];
  }

  /** The end of the character of the last byte. */
  private static int end(int[] units, int end, int length) {
    if (units.length == 0) {
      return end;
    }
    int first = units[end - 1];
    int at = end;
    while (at < units.length && units[at] == first) {
      at++;
    }
    return at < units.length ? units[at] : length;
  }

  /** {@return the first unit of the character of each byte, empty where all have one byte} */
  private static int[] units(String word) {
    int bytes = 0;
    for (int i = 0; i < word.length(); i++) {
      bytes += bytes(word.charAt(i));
    }
    if (bytes == word.length()) {
      return new int[0];
    }
    var units = new int[bytes];
    int at = 0;
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      int first = Character.isLowSurrogate(c) ? i - 1 : i;
      Arrays.fill(units, at, at + bytes(c), first);
      at += bytes(c);
    }
    return units;
  }

  /** Each half of a surrogate pair counts as two of the four bytes. */
  private static int bytes(char c) {
    return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }

  private void push(long entry) {
    if (heapSize == heap.length) {
      heap = Arrays.copyOf(heap, 2 * heapSize);
    }
    int at = heapSize++;
    while (at > 0) {
      int parent = (at - 1) / 2;
      if (heap[parent] <= entry) {
        break;
      }
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = entry;
  }

  private long poll() {
    long top = heap[0];
    long last = heap[--heapSize];
    int at = 0;
    for (int child = 1; child < heapSize; child = 2 * at + 1) {
      if (child + 1 < heapSize && heap[child + 1] < heap[child]) {
        child++;
      }
      if (last <= heap[child]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return top;
  }
}
