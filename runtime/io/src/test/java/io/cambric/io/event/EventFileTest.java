package io.cambric.io.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.MaskedSum;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileTest {

  @TempDir private Path folder;

  @Test
  void events_that_are_written_are_read_again() {
    var events =
        List.of(
            Event.ofVersion(1.5, "test"),
            Event.ofRestart(2, 7),
            Event.of(2.5, 7, Summary.scalar("loss", 0.25), Summary.text("notes", "# größe")),
            Event.of(3.5, -1, Summary.histogram("weights", NdArray.of(Shape.of(3), -1, 0, 2))),
            Event.of(4.5, 8, Summary.image("digit", NdArray.of(Shape.of(1, 2), 0, 1))));
    Path file;
    try (var writer = EventWriter.in(folder.resolve("run"))) {
      events.forEach(writer::write);
      writer.flush();
      file = writer.file();
    }

    var read = EventFile.read(file);

    assertThat(read.events().subList(1, 6)).isEqualTo(events);
    assertThat(read.events().getFirst().fileVersion()).isEqualTo("brain.Event:2");
    assertThat(read.cutAt()).isEmpty();
  }

  @Test
  void writers_of_one_folder_have_files_of_their_own() {
    try (var first = EventWriter.in(folder);
        var second = EventWriter.in(folder)) {
      assertThat(first.file()).isNotEqualTo(second.file());
      assertThat(first.file().getFileName().toString())
          .matches(
              "events\\.out\\.tfevents\\.\\d{10}\\.[A-Za-z0-9_-]+\\.%d\\.\\d+"
                  .formatted(ProcessHandle.current().pid()));
    }
  }

  @Test
  void records_are_in_the_file_before_it_is_closed() {
    try (var writer = EventWriter.in(folder)) {
      writer.scalar("loss", 1, 0);

      assertThat(EventFile.read(writer.file()).events()).hasSize(2);
    }
  }

  @Test
  void threads_write_whole_records() {
    try (var writer = EventWriter.in(folder)) {
      try (var threads = Executors.newFixedThreadPool(4)) {
        for (int thread = 0; thread < 4; thread++) {
          var tag = "t" + thread;
          threads.execute(() -> {
            for (int step = 0; step < 100; step++) {
              writer.scalar(tag, step, step);
            }
          });
        }
      }

      assertThat(EventFile.read(writer.file()).events()).hasSize(401);
    }
  }

  @Test
  void a_closed_writer_refuses_events_and_a_second_close_does_nothing() {
    var writer = EventWriter.in(folder);
    writer.close();
    writer.close();

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> writer.scalar("loss", 1, 0))
        .withMessageStartingWith(
            "Event file %s cannot be written: java.io.IOException: Stream Closed."
                .formatted(writer.file()));
  }

  @Test
  void a_folder_that_cannot_be_made_is_refused() throws IOException {
    var file = Files.createFile(folder.resolve("taken"));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> EventWriter.in(file.resolve("run")))
        .withMessageContaining("Check the folder, its permissions and the free space.");
  }

  @Test
  void a_file_cut_at_any_byte_has_the_whole_records_before() {
    var events =
        List.of(Event.ofVersion(1, ""), Event.of(2, 3, Summary.scalar("a", 1)), Event.of(3, 300));
    var bytes = bytes(events);
    var ends = new ArrayList<Integer>(List.of(0));
    events.forEach(event -> ends.add(ends.getLast() + event.toBytes().length + 16));

    for (int length = 0; length <= bytes.length; length++) {
      var read = EventFile.read(Arrays.copyOf(bytes, length));

      int end = length;
      int whole = (int) ends.stream().filter(each -> each <= end).count() - 1;
      assertThat(read.events()).as("%d bytes", length).isEqualTo(events.subList(0, whole));
      assertThat(read.cutAt())
          .as("%d bytes", length)
          .isEqualTo(
              ends.get(whole) == length ? OptionalLong.empty() : OptionalLong.of(ends.get(whole)));
    }
  }

  @Test
  void a_changed_byte_is_refused_after_the_records_before() throws IOException {
    var events = List.of(Event.ofVersion(1, ""), Event.of(2, 3, Summary.scalar("a", 1)));
    var bytes = bytes(events);
    int second = events.getFirst().toBytes().length + 16;
    var file = folder.resolve("damaged");

    for (int at = second; at < bytes.length; at++) {
      var damaged = bytes.clone();
      damaged[at] ^= 0x10;
      Files.write(file, damaged);
      var read = new ArrayList<Event>();

      assertThatExceptionOfType(DataException.class)
          .as("byte %d", at)
          .isThrownBy(() -> EventFile.forEach(file, read::add))
          .withMessageContaining("of the record at byte %d is ", second);
      assertThat(read).hasSize(1);
    }
  }

  @Test
  void a_length_that_no_record_has_is_refused() {
    var header = Arrays.copyOf(RecordFile.frame(new byte[8]), 12);
    header[7] = 0x10;
    var length = ByteBuffer.wrap(header, 0, 8);
    ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putInt(8, MaskedSum.of(length));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> EventFile.read(header))
        .withMessageStartingWith(
            "The file cannot be read as a TensorBoard event file: the record at byte 0 "
                + "would have 1152921504606846984 bytes, but at most 2147483583 are possible.");
  }

  @Test
  void a_record_with_sound_sums_that_is_no_event_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> EventFile.read(RecordFile.frame(new byte[] {0x09, 1})))
        .withMessageStartingWith(
            "The file cannot be read as a TensorBoard event file: at byte 12, field 1 needs 8"
                + " bytes, but its message has 1 more.");
  }

  @Test
  void payloads_of_any_bytes_give_exceptions_of_ours_alone() {
    long seed = 35;
    var random = new Random(seed);
    var sound = Event.of(2, 3, Summary.text("a", "b"), Summary.scalar("c", 1)).toBytes();
    for (int round = 0; round < 20_000; round++) {
      var payload = sound.clone();
      payload[random.nextInt(payload.length)] = (byte) random.nextInt();
      payload[random.nextInt(payload.length)] = (byte) random.nextInt();
      try {
        EventFile.read(RecordFile.frame(payload));
      } catch (DataException e) {
        assertThat(e.getMessage()).as("seed %d, round %d", seed, round).contains("at byte ");
      }
    }
  }

  private static byte[] bytes(List<Event> events) {
    var bytes = new ByteArrayOutputStream();
    events.forEach(event -> bytes.writeBytes(RecordFile.frame(event.toBytes())));
    return bytes.toByteArray();
  }
}
