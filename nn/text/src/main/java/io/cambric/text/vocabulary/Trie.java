package io.cambric.text.vocabulary;

import java.util.Arrays;

/**
 * Words with numbers, found by their prefixes in time proportional to the length; an immutable
 * value. Nodes are numbers; the root is {@link #ROOT}.
 */
public final class Trie {

  /** The node of the empty word. */
  public static final int ROOT = 0;

  /** No node, or no number. */
  public static final int NONE = -1;

  private final long[] keys;
  private final int[] children;
  private final int[] values;

  private Trie(long[] keys, int[] children, int[] values) {
    this.keys = keys;
    this.children = children;
    this.values = values;
  }

  /** {@return the child of a node for a UTF-16 unit, {@link #NONE} if there is none} */
  public int next(int node, char unit) {
    long key = key(node, unit);
    int mask = keys.length - 1;
    for (int i = slot(key, mask); keys[i] != 0; i = (i + 1) & mask) {
      if (keys[i] == key) {
        return children[i];
      }
    }
    return NONE;
  }

  /** {@return the number of the word that ends at a node, {@link #NONE} if none does} */
  public int value(int node) {
    return values[node];
  }

  /** {@return the node of a prefix of words, {@link #NONE} if there is none} */
  public int find(String beginning) {
    int node = ROOT;
    for (int i = 0; i < beginning.length() && node != NONE; i++) {
      node = next(node, beginning.charAt(i));
    }
    return node;
  }

  private static long key(int node, char unit) {
    return (long) (node + 1) << 16 | unit;
  }

  private static int slot(long key, int mask) {
    long mixed = key * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> 32) & mask;
  }

  /** Collects words; mutable. */
  public static final class Builder {

    private static final int FIRST_CAPACITY = 1 << 10;

    private long[] keys = new long[FIRST_CAPACITY];
    private int[] children = new int[FIRST_CAPACITY];
    private int[] values = {NONE};
    private int edges;

    /** Adds a word; its earlier number is replaced. */
    public Builder add(String word, int value) {
      int node = ROOT;
      for (int i = 0; i < word.length(); i++) {
        node = child(node, word.charAt(i));
      }
      values[node] = value;
      return this;
    }

    /** {@return the words so far} */
    public Trie build() {
      return new Trie(keys, children, Arrays.copyOf(values, edges + 1));
    }

    private int child(int node, char unit) {
      long key = key(node, unit);
      int i = find(keys, key);
      if (keys[i] == key) {
        return children[i];
      }
      edges++;
      keys[i] = key;
      children[i] = edges;
      if (edges == values.length) {
        values = Arrays.copyOf(values, 2 * edges);
      }
      values[edges] = NONE;
      if (2 * edges > keys.length) {
        grow();
      }
      return edges;
    }

    private static int find(long[] keys, long key) {
      int mask = keys.length - 1;
      int i = slot(key, mask);
      while (keys[i] != 0 && keys[i] != key) {
        i = (i + 1) & mask;
      }
      return i;
    }

    private void grow() {
      var newKeys = new long[2 * keys.length];
      var newChildren = new int[2 * keys.length];
      for (int i = 0; i < keys.length; i++) {
        if (keys[i] != 0) {
          int at = find(newKeys, keys[i]);
          newKeys[at] = keys[i];
          newChildren[at] = children[i];
        }
      }
      keys = newKeys;
      children = newChildren;
    }
  }
}
