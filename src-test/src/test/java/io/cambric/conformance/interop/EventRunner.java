package io.cambric.conformance.interop;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.errors.DataException;
import io.cambric.io.event.Event;
import io.cambric.io.event.EventFile;
import io.cambric.io.event.Histogram;
import io.cambric.io.event.RecordFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Runner of the cases of TensorBoard's files: their events both ways, the buckets of histograms,
 * the pixels of images, check sums, and damaged files.
 */
public final class EventRunner implements CaseRunner {

  private static final HexFormat HEX = HexFormat.of();

  /** Sums are added in another order. */
  private static final double SUMS = 1e-12;

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    if (json.has("records")) {
      file(golden, check);
    } else if (json.has("recordHex")) {
      record(golden, check);
    } else if (json.has("wrong")) {
      damaged(golden, check);
    } else {
      var record = RecordFile.frame(HEX.parseHex(json.get("hex").asString()));
      var sum = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
      check.equal(
          "check sum",
          json.get("masked").longValue(),
          Integer.toUnsignedLong(sum.getInt(record.length - Integer.BYTES)));
    }
  }

  private static void file(GoldenCase golden, Check check) {
    var records = golden.json().get("records");
    var entries = new ArrayList<RecordFile.Entry>();
    var file = golden.family().sibling(golden.text("file"));
    check.that(RecordFile.forEach(file, entries::add).isEmpty(), "the last record is cut");
    var read = EventFile.read(file);
    check.equal("records", records.size(), entries.size());
    check.equal("events", records.size(), read.events().size());
    for (int i = 0; i < Math.min(records.size(), entries.size()); i++) {
      var record = records.get(i);
      check.equal("offset " + i, record.get("offset").longValue(), entries.get(i).offset());
      var event = EventJson.event(record.get("event"));
      check.equal("event " + i, event, read.events().get(i));
      check.equal("bytes " + i, hex(entries.get(i).payload()), HEX.formatHex(event.toBytes()));
    }
    golden
        .json()
        .path("histogramInput")
        .forEachEntry((tag, values) -> histogram(tag, values, read.events(), check));
    golden
        .json()
        .path("imagePixels")
        .forEachEntry((tag, pixels) -> EventJson.image(tag, pixels, read.events(), check));
  }

  private static void histogram(String tag, JsonNode values, List<Event> events, Check check) {
    if (!(EventJson.value(events, tag) instanceof Histogram expected)) {
      check.fail("no histogram " + tag);
      return;
    }
    var came = Histogram.of(Scalars.array(values, DType.F32, Shape.of(values.size())));
    check.equal(tag + " limits", expected.limits(), came.limits());
    check.equal(tag + " counts", expected.counts(), came.counts());
    check.equal(tag + " min", expected.min(), came.min());
    check.equal(tag + " max", expected.max(), came.max());
    check.equal(tag + " num", expected.num(), came.num());
    near(tag + " sum", expected.sum(), came.sum(), expected.num(), check);
    near(tag + " squares", expected.sumSquares(), came.sumSquares(), expected.num(), check);
  }

  private static void near(String what, double expected, double came, double num, Check check) {
    check.that(
        Math.abs(expected - came) <= SUMS * num, "%s: %s, not %s".formatted(what, came, expected));
  }

  private static void record(GoldenCase golden, Check check) {
    var payload = golden.text("payloadHex");
    var record = golden.text("recordHex");
    check.equal("record", record, HEX.formatHex(RecordFile.frame(HEX.parseHex(payload))));
    var written = new ArrayList<String>();
    var file = golden.family().header().at("/handMade/file").asString();
    RecordFile.forEach(golden.family().sibling(file), entry -> written.add(hex(entry.payload())));
    check.that(written.contains(payload), file + " does not have the record");
    if (golden.json().has("event")) {
      var event = EventJson.event(golden.json().get("event"));
      check.equal("payload", payload, HEX.formatHex(event.toBytes()));
      check.equal("event", List.of(event), EventFile.read(HEX.parseHex(record)).events());
    }
  }

  private static void damaged(GoldenCase golden, Check check) {
    var file = golden.family().sibling(golden.text("file"));
    var events = new ArrayList<Event>();
    boolean cut = false;
    try {
      cut = EventFile.forEach(file, events::add).isPresent();
      check.that(cut && golden.text("wrong").contains("file ends"), "it must be refused");
    } catch (DataException e) {
      check.that(!golden.text("wrong").contains("file ends"), "refused: " + e.getMessage());
    }
    check.equal("readable", golden.json().get("readableRecordsBefore").intValue(), events.size());
  }

  private static String hex(ByteBuffer bytes) {
    var copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HEX.formatHex(copy);
  }
}
