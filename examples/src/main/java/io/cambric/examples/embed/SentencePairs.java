package io.cambric.examples.embed;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * Pairs of sentences to tune a model with, and others that are held back.
 *
 * @param training to tune with
 * @param heldBack to see what has been learnt
 */
record SentencePairs(List<SentencePair> training, List<SentencePair> heldBack) {

  /** Two of these pairs are for training, and one is held back. */
  private static final int PARTS = 3;

  private static final int LEAST = 6;

  private static final String BUILT_IN = "pairs.tsv";

  SentencePairs {
    training = List.copyOf(training);
    heldBack = List.copyOf(heldBack);
  }

  /** {@return letters to a library and the titles of the pages that answer them} */
  static SentencePairs builtIn(long seed) {
    try (InputStream stream = SentencePairs.class.getResourceAsStream(BUILT_IN)) {
      var text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      return of(BUILT_IN, text, seed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return the pairs of a file}
   *
   * @param file UTF-8, two texts a line with a tab between them
   * @throws DataException if it cannot be read, or has another form
   */
  static SentencePairs read(Path file, long seed) {
    try {
      return of(file.toString(), Files.readString(file), seed);
    } catch (IOException e) {
      throw new DataException(
          "File %s must be text in UTF-8, but cannot be read: %s. Name another file."
              .formatted(file, e),
          e);
    }
  }

  private static SentencePairs of(String source, String text, long seed) {
    var pairs = new ArrayList<SentencePair>();
    var lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        pairs.add(pair(source, i + 1, lines.get(i)));
      }
    }
    if (pairs.size() < LEAST) {
      throw new DataException(
          "File %s needs at least %d pairs, one in each line, but has %d. Add more."
              .formatted(source, LEAST, pairs.size()));
    }
    Collections.shuffle(pairs, new Random(seed));
    int heldBack = pairs.size() / PARTS;
    return new SentencePairs(pairs.subList(heldBack, pairs.size()), pairs.subList(0, heldBack));
  }

  private static SentencePair pair(String source, int number, String line) {
    var parts = line.split("\t", -1);
    if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
      throw new DataException(
          "Line %d of %s needs two texts separated by a tab, but has %d. Write both."
              .formatted(number, source, parts.length));
    }
    return new SentencePair(parts[0].strip(), parts[1].strip());
  }

  /** {@return the targets of all pairs, each once} */
  List<String> targets() {
    var all = new ArrayList<>(training);
    all.addAll(heldBack);
    return all.stream().map(SentencePair::target).distinct().toList();
  }
}
