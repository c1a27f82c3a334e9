package io.cambric.text.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** The pairs of tokens in the words of texts, and their frequencies; mutable while they merge. */
final class PairCounts {

  private final TokenList tokens;
  private final List<TrainingWord> words = new ArrayList<>();
  private final Map<Pair, Long> counts = new HashMap<>();

  /** The words in which pairs appeared since the last merge. */
  private final Map<Pair, Places> places = new LinkedHashMap<>();

  private final PriorityQueue<Candidate> queue = new PriorityQueue<>();

  /** Two tokens next to each other. */
  record Pair(int left, int right) {}

  /**
   * A pair that may merge.
   *
   * @param count when it came into the queue
   * @param places words that contain it
   */
  private record Candidate(Pair pair, long count, Places places) implements Comparable<Candidate> {

    /** The most frequent pair is first, then the one with the smaller numbers. */
    @Override
    public int compareTo(Candidate other) {
      int order = Long.compare(other.count, count);
      order = order == 0 ? Integer.compare(pair.left, other.pair.left) : order;
      return order == 0 ? Integer.compare(pair.right, other.pair.right) : order;
    }
  }

  PairCounts(Map<String, Long> wordCounts, TokenList tokens) {
    this.tokens = tokens;
    wordCounts.forEach((word, count) -> {
      var ids = word.chars().mapToObj(c -> String.valueOf((char) c)).mapToInt(tokens::idOf);
      int index = words.size();
      words.add(new TrainingWord(ids.toArray(), count));
      words.get(index).forEachPair((left, right, change) -> change(left, right, change, index));
    });
    enqueue();
  }

  private void change(int left, int right, long change, int word) {
    var pair = new Pair(left, right);
    counts.merge(pair, change, Long::sum);
    if (change > 0) {
      places.computeIfAbsent(pair, _ -> new Places()).add(word);
    }
  }

  private void enqueue() {
    places.forEach((pair, found) -> {
      long count = counts.getOrDefault(pair, 0L);
      if (count > 0) {
        queue.add(new Candidate(pair, count, found));
      }
    });
    places.clear();
  }

  /** {@return the pairs that merged, in order} */
  List<Pair> merge(int vocabularySize, int minFrequency) {
    // A pair that appears again after its merge merges again, and counts as later.
    var merged = new LinkedHashMap<Pair, Integer>();
    while (tokens.size() < vocabularySize) {
      var top = queue.poll();
      if (top == null) {
        break;
      }
      long count = counts.getOrDefault(top.pair, 0L);
      if (count != top.count) {
        queue.add(new Candidate(top.pair, count, top.places));
        continue;
      }
      if (count < minFrequency) {
        break;
      }
      int token = tokens.idOf(tokens.token(top.pair.left) + tokens.token(top.pair.right));
      merged.remove(top.pair);
      merged.put(top.pair, token);
      for (int word : top.places.toArray()) {
        words
            .get(word)
            .merge(
                top.pair.left,
                top.pair.right,
                token,
                (left, right, change) -> change(left, right, change, word));
      }
      enqueue();
    }
    return List.copyOf(merged.keySet());
  }

  /** Numbers of words, each once, in the order of the numbers or of one merge. */
  private static final class Places {

    private int[] numbers = new int[2];
    private int size;

    void add(int number) {
      if (size > 0 && numbers[size - 1] == number) {
        return;
      }
      if (size == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * size);
      }
      numbers[size++] = number;
    }

    int[] toArray() {
      return Arrays.copyOf(numbers, size);
    }
  }
}
