package io.cambric.text.pattern;

import io.cambric.json.JsonValue;
import java.util.Arrays;

/** How the matches of a pattern divide a text, shown for {@code a-b--c}. */
public enum SplitBehavior {
  /** They are left out: {@code a, b, c}. */
  REMOVED("Removed"),
  /** Each is a part: {@code a, -, b, -, -, c}. */
  ISOLATED("Isolated"),
  /** Each is the end of the part before: {@code a-, b-, -, c}. */
  MERGED_WITH_PREVIOUS("MergedWithPrevious"),
  /** Each is the beginning of the next part: {@code a, -b, -, -c}. */
  MERGED_WITH_NEXT("MergedWithNext"),
  /** Neighbours are one part: {@code a, -, b, --, c}. */
  CONTIGUOUS("Contiguous");

  private final String jsonName;

  SplitBehavior(String jsonName) {
    this.jsonName = jsonName;
  }

  /** {@return the behaviour that a file names} */
  public static SplitBehavior read(JsonValue json) {
    var name = json.text();
    for (var behavior : values()) {
      if (behavior.jsonName.equals(name)) {
        return behavior;
      }
    }
    throw json.failure(
        "one of the behaviors " + Arrays.stream(values()).map(b -> b.jsonName).toList(),
        "Name one of them.");
  }

  /** {@return the parts that a text is divided into; parts that are matches are left out} */
  public Spans apply(Spans spans) {
    return switch (this) {
      case REMOVED -> spans;
      case ISOLATED -> kept(spans);
      case CONTIGUOUS -> contiguous(spans);
      case MERGED_WITH_PREVIOUS -> mergedWithPrevious(spans);
      case MERGED_WITH_NEXT -> mergedWithNext(spans);
    };
  }

  private static Spans kept(Spans spans) {
    var kept = new Spans();
    for (int i = 0; i < spans.size(); i++) {
      kept.add(spans.start(i), spans.end(i), false);
    }
    return kept;
  }

  private static Spans contiguous(Spans spans) {
    var parts = new Spans();
    boolean wasMatch = false;
    for (int i = 0; i < spans.size(); i++) {
      if (spans.isMatch(i) == wasMatch && parts.size() > 0) {
        parts.extendLast(spans.end(i));
      } else {
        parts.add(spans.start(i), spans.end(i), false);
      }
      wasMatch = spans.isMatch(i);
    }
    return parts;
  }

  private static Spans mergedWithPrevious(Spans spans) {
    var parts = new Spans();
    boolean wasMatch = false;
    for (int i = 0; i < spans.size(); i++) {
      if (spans.isMatch(i) && !wasMatch && parts.size() > 0) {
        parts.extendLast(spans.end(i));
      } else {
        parts.add(spans.start(i), spans.end(i), false);
      }
      wasMatch = spans.isMatch(i);
    }
    return parts;
  }

  private static Spans mergedWithNext(Spans spans) {
    var parts = new Spans();
    boolean wasMatch = false;
    for (int i = spans.size() - 1; i >= 0; i--) {
      if (spans.isMatch(i) && !wasMatch && parts.size() > 0) {
        parts.extendFirst(spans.start(i));
      } else {
        parts.add(spans.start(i), spans.end(i), false);
      }
      wasMatch = spans.isMatch(i);
    }
    parts.reverse();
    return parts;
  }
}
