package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.List;

/** The ranges of a grid, in the notation of Python slices. */
final class GridRanges {

  private GridRanges() {}

  static List<Array> parse(String function, String text) {
    var axes = new ArrayList<Array>();
    for (var range : text.split(",", -1)) {
      axes.add(axis(function, range.trim()));
    }
    return axes;
  }

  private static Array axis(String function, String range) {
    var parts = range.split(":", -1);
    if (parts.length < 2 || parts.length > 3 || parts[1].isBlank()) {
      throw failure(function, range);
    }
    var start = parts[0].isBlank() ? "0" : parts[0].trim();
    var stop = parts[1].trim();
    var step = parts.length < 3 || parts[2].isBlank() ? "1" : parts[2].trim();
    try {
      if (step.endsWith("j")) {
        int count = (int) Math.abs(Double.parseDouble(step.substring(0, step.length() - 1)));
        return Ranges.linspace(Double.parseDouble(start), Double.parseDouble(stop), count);
      }
      boolean whole = (start + stop + step).matches("[-+0-9]*");
      return Ranges.arange(
          Double.parseDouble(start),
          Double.parseDouble(stop),
          Double.parseDouble(step),
          whole ? DType.defaultInt() : DType.defaultFloat());
    } catch (NumberFormatException _) {
      throw failure(function, range);
    }
  }

  private static ShapeException failure(String function, String range) {
    return new ShapeException(
        "%s needs ranges such as \"0:3, 0:1:5j\", but got \"%s\". Write start, stop and step with colons."
            .formatted(function, range));
  }
}
