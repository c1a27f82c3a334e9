package io.cambric.conformance.interop;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.data.Csv;
import io.cambric.errors.DataException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A table as text: its fields, and its columns of numbers. */
record CsvCase(Path file, JsonNode json, Check check) {

  /** The texts of the cases that are no number, besides the empty one. */
  private static final Set<String> NOT_A_NUMBER = Set.of("NA", "-", "nan");

  void run() {
    UnsupportedFeature.requireKnown("csv", json.path("options"), Set.of("delimiter"));
    var csv = Csv.of(file);
    var delimiter = json.at("/options/delimiter");
    if (delimiter.isString()) {
      csv = csv.withDelimiter(delimiter.asString().charAt(0));
    }
    check.equal("rows", rows(), read(csv.withoutHeader()));
    if (json.has("float32")) {
      floats(csv, json.get("float32"));
    }
    if (json.has("int")) {
      var column = json.get("int");
      check.equal(
          "integers",
          column.get("values").toString(),
          Arrays.toString(csv.ints(column.get("column").asString()).toInts()).replace(" ", ""));
    }
    if (json.has("emptyFieldIsMissing")) {
      missing(csv.withMissing("", "NA", "-").floats(), json.get("emptyFieldIsMissing"));
    }
    if (json.has("asFloat32OrNull")) {
      for (int i = 0; i < json.get("asFloat32OrNull").size(); i++) {
        number(json.get("rows").get(i + 1).get(0).asString(), json.get("asFloat32OrNull").get(i));
      }
    }
  }

  /** A data reader passes over empty lines. */
  private List<List<String>> rows() {
    var rows = new ArrayList<List<String>>();
    for (var row : json.get("rows")) {
      if (!row.isEmpty()) {
        rows.add(StreamSupport.stream(row.spliterator(), false).map(JsonNode::asString).toList());
      }
    }
    return rows;
  }

  private static List<List<String>> read(Csv csv) {
    var rows = new ArrayList<List<String>>();
    try (var iterator = csv.rows().iterator()) {
      iterator.forEachRemaining(rows::add);
    }
    return rows;
  }

  private void floats(Csv csv, JsonNode expected) {
    var names =
        StreamSupport.stream(expected.get("columns").spliterator(), false)
            .map(JsonNode::asString)
            .toArray(String[]::new);
    float[] actual = csv.floats(names).toFloats();
    int i = 0;
    for (var row : expected.get("values")) {
      for (var value : row) {
        check.equal("float " + i, value.floatValue(), actual[i]);
        i++;
      }
    }
    check.equal("floats", i, actual.length);
  }

  private void missing(Array actual, JsonNode expected) {
    float[] values = actual.toFloats();
    int i = 0;
    for (int r = 0; r < expected.size(); r++) {
      for (int c = 0; c < expected.get(r).size(); c++) {
        boolean absent =
            expected.get(r).get(c).booleanValue()
                || NOT_A_NUMBER.contains(json.get("rows").get(r + 1).get(c).asString());
        check.equal("absence of " + i, absent, Float.isNaN(values[i]));
        i++;
      }
    }
  }

  private void number(String text, JsonNode expected) {
    for (var field : List.of("\"" + text + "\"", text)) {
      // Without quotation marks a comma would end the field.
      if (field.startsWith("\"") || !field.contains(",")) {
        var content = ("v\n" + field + "\n").getBytes(StandardCharsets.UTF_8);
        var value = expected.isNull() ? null : (Float) (float) Scalars.number(expected);
        check.equal("number " + field, value, parse(content));
      }
    }
  }

  private static @Nullable Float parse(byte[] content) {
    try {
      return Csv.of(content, "one number").floats("v").toFloats()[0];
    } catch (DataException e) {
      return null;
    }
  }
}
