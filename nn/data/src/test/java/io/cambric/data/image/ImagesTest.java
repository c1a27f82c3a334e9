package io.cambric.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values and directions are those of Pillow 12.3.0, composed on black; the files with Exif data and
 * inks are written by it. Pillow cuts grey of 16 bits off at 255; here it gives its upper byte, as
 * colors of 16 bits do there. It leaves out the transparent value of grey of 2 and 4 bits.
 */
class ImagesTest {

  private static int[] ints(String text) {
    return Stream.of(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  private static Array read(byte[] content, int height, int width) {
    return Images.read(content, "picture", ImageOptions.of(height, width));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          grey of 8 bits | 0 0 0 64 64 64 200 200 200 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAAAAAA+i0toAAAADElEQVR42mNgcDgBAAFMAQm+wqzJAAAAAElFTkSuQmCC
          grey of 8 bits with a gamma of 1 | 0 0 0 64 64 64 200 200 200 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAAAAAA+i0toAAAABGdBTUEAAYagMeiWXwAAAAxJREFUeNpjYHA4AQABTAEJvsKsyQAAAABJRU5ErkJggg==
          black and white | 0 0 0 255 255 255 0 0 0 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAQAAAAAzmykZAAAACklEQVR42mNwAAAAQgBBhL+OYgAAAABJRU5ErkJggg==
          grey of 2 bits | 0 0 0 85 85 85 170 170 170 255 255 255 | iVBORw0KGgoAAAANSUhEUgAAAAQAAAABAgAAAACW50iwAAAACklEQVR42mOQBgAAHQAcI3yPrAAAAABJRU5ErkJggg==
          grey of 4 bits | 51 51 51 204 204 204 | iVBORw0KGgoAAAANSUhEUgAAAAIAAAABBAAAAAAUuc1XAAAACklEQVR42mOwAQAAPgA9h6ZubwAAAABJRU5ErkJggg==
          grey of 16 bits | 0 0 0 64 64 64 128 128 128 255 255 255 | iVBORw0KGgoAAAANSUhEUgAAAAQAAAABEAAAAACMx4xSAAAAEUlEQVR42mNgYHD438Dw/x8AC4ADvXTphHkAAAAASUVORK5CYII=
          grey and alpha of 8 bits | 64 64 64 32 32 32 0 0 0 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAQAAACx6dw/AAAAD0lEQVR42mNw+O/QcIIBAAqSAsi5z2b7AAAAAElFTkSuQmCC
          grey and alpha of 16 bits | 64 64 64 32 32 32 0 0 0 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABEAQAAADheQB8AAAAFUlEQVR42mNw+P//v8P/hv8nGBgYADUDBsSSyG9hAAAAAElFTkSuQmCC
          grey with a transparent value | 0 0 0 0 0 0 200 200 200 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAAAAAA+i0toAAAAAnRSTlMAQABPjKgAAAAMSURBVHjaY2BwOAEAAUwBCb7CrMkAAAAASUVORK5CYII=
          black with a transparent white | 0 0 0 0 0 0 0 0 0 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAQAAAAAzmykZAAAAAnRSTlMAAQGU/a4AAAAKSURBVHicY3AAAABCAEEpN/TvAAAAAElFTkSuQmCC
          grey of 2 bits with a transparent value | 0 0 0 85 85 85 0 0 0 255 255 255 | iVBORw0KGgoAAAANSUhEUgAAAAQAAAABAgAAAACW50iwAAAAAnRSTlMAApidrBQAAAAKSURBVHicY5AGAAAdAByO9PUhAAAAAElFTkSuQmCC
          grey of 4 bits with a transparent value | 51 51 51 0 0 0 | iVBORw0KGgoAAAANSUhEUgAAAAIAAAABBAAAAAAUuc1XAAAAAnRSTlMADH8lgRMAAAAKSURBVHicY7ABAAA+AD0qLhTiAAAAAElFTkSuQmCC
          colors of 8 bits | 1 2 3 250 128 7 | iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR42mNgZGL+1cAOAAQYAYiu8fdPAAAAAElFTkSuQmCC
          colors of 16 bits | 1 2 3 250 128 7 | iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAIAAAAr0DSeAAAAFUlEQVR42mNg/M/UwMzw639DA/sqAB7JBTDdQu9qAAAAAElFTkSuQmCC
          colors with a transparent one | 1 2 3 0 0 0 | iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAABnRSTlMA+gCAAAcTc8FOAAAAD0lEQVR42mNgZGL+1cAOAAQYAYiu8fdPAAAAAElFTkSuQmCC
          colors and alpha of 8 bits | 10 64 200 5 32 100 0 0 0 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAYAAAAb4BS0AAAAE0lEQVR42mPgcjjxH4gbODk5GQAdnQO/OnR46AAAAABJRU5ErkJggg==
          colors and alpha of 16 bits | 10 64 200 5 32 100 | iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAYAAACksqPJAAAAFUlEQVR42mPg+u/w/8T///8hdMN/AF03C5yIs7TrAAAAAElFTkSuQmCC
          a palette | 250 128 7 1 2 3 64 64 64 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAMAAAAsPuSGAAAACVBMVEUBAgNAQED6gAc23hGVAAAADElEQVR42mNgYmAEAAALAARqaB0gAAAAAElFTkSuQmCC
          a palette of 2 bits | 250 128 7 1 2 3 64 64 64 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAgMAAABmjvwnAAAACVBMVEUBAgNAQED6gAc23hGVAAAACklEQVR42mNoAQAAhgCFEX23WwAAAABJRU5ErkJggg==
          a palette with alpha | 250 128 7 1 2 3 32 32 32 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAMAAAAsPuSGAAAACVBMVEUBAgNAQED6gAc23hGVAAAAAnRSTlP/gAgPs2oAAAAMSURBVHjaY2BiYAQAAAsABGpoHSAAAAAASUVORK5CYII=
          """)
  void values_are_those_of_the_file(String kind, String values, String file) {
    int[] expected = ints(values);
    var image = read(Base64.getDecoder().decode(file), 1, expected.length / 3);
    assertThat(image.toInts()).as(kind).containsExactly(expected);
  }

  private static final String INKS =
      "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD+/ivtiv5t6/uor/Avr8b6/wBLCvUK/9k=";

  @Test
  void inks_become_colors() {
    var image = read(Base64.getDecoder().decode(INKS), 8, 16);
    assertThat(image.get(4, 4).toInts()).containsExactly(245, 149, 53);
    assertThat(image.get(4, 12).toInts()).containsExactly(5, 105, 205);
  }

  @Test
  void inks_as_light_and_colors_become_colors() {
    byte[] file = Base64.getDecoder().decode(INKS);
    int adobe = new String(file, StandardCharsets.ISO_8859_1).indexOf("Adobe");
    file[adobe + 11] = 2;
    var image = read(file, 8, 16);
    assertThat(image.get(4, 4).toInts()).containsExactly(98, 0, 0);
    assertThat(image.get(4, 12).toInts()).containsExactly(142, 255, 255);
  }

  @ParameterizedTest(name = "orientation {0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | 2 | 3 | 0 40 80 120 160 200 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEAAQAAAAAAABPAdecAAAAQSURBVHicY2TQ0GCs0NAAAAOsARurQfTfAAAAAElFTkSuQmCC
          2 | 2 | 3 | 80 40 0 200 160 120 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEAAgAAAAAAACIob3oAAAAQSURBVHicY2TQ0GCs0NAAAAOsARurQfTfAAAAAElFTkSuQmCC
          3 | 2 | 3 | 200 160 120 80 40 0 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEAAwAAAAAAAIRfZM4AAAAQSURBVHicY2TQ0GCs0NAAAAOsARurQfTfAAAAAElFTkSuQmCC
          4 | 2 | 3 | 120 160 200 0 40 80 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEABAAAAAAAAEH4WkAAAAAQSURBVHicY2TQ0GCs0NAAAAOsARurQfTfAAAAAElFTkSuQmCC
          5 | 3 | 2 | 0 120 40 160 80 200 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEABQAAAAAAAOePUfQAAAAQSURBVHicY2TQ0GCs0NAAAAOsARurQfTfAAAAAElFTkSuQmCC
          6 | 3 | 2 | 120 0 160 40 200 80 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEABgAAAAAAANZnS2kAAAAQSURBVHicY2TQ0GCs0NAAAAOsARurQfTfAAAAAElFTkSuQmCC
          7 | 3 | 2 | 200 80 160 40 120 0 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEABwAAAAAAAHAQQN0AAAAQSURBVHicY2TQ0GCs0NAAAAOsARurQfTfAAAAAElFTkSuQmCC
          8 | 3 | 2 | 80 200 40 160 0 120 | iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEACAAAAAAAAIZYMDQAAAAQSURBVHicY2TQ0GCs0NAAAAOsARurQfTfAAAAAElFTkSuQmCC
          """)
  void a_png_is_turned_as_its_exif_data_tell(
      int orientation, int height, int width, String values, String file) {
    var image = read(Base64.getDecoder().decode(file), height, width);
    assertThat(image.shape()).isEqualTo(Shape.of(height, width, 3));
    int[] reds =
        Arrays.stream(ints(values)).flatMap(v -> Arrays.stream(new int[] {v, v, v})).toArray();
    assertThat(image.toInts()).as("orientation %d", orientation).containsExactly(reds);
  }

  private static final String LITTLE_ENDIAN =
      "/9j/4AAQSkZJRgABAQAAAQABAAD/4QA4RXhpZgAASUkqAAgAAAACAA4BAgAKAAAAJgAAABIBAwABAAAABgAAAAAAAABhIHBpY3R1cmUA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoKCgYICwwLCgwJCgoK/8AACwgAEAAYAQERAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAAgBAQAAPwD+f+v2Qr9kK+yK/G+vxvr/2Q==";
  private static final String BIG_ENDIAN =
      "/9j/4AAQSkZJRgABAQAAAQABAAD/4QA4RXhpZgAATU0AKgAAAAgAAgEOAAIAAAAKAAAAJgESAAMAAAABAAYAAAAAAABhIHBpY3R1cmUA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoKCgYICwwLCgwJCgoK/8AACwgAEAAYAQERAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAAgBAQAAPwD+f+v2Qr9kK+yK/G+vxvr/2Q==";

  @ParameterizedTest
  @CsvSource({LITTLE_ENDIAN, BIG_ENDIAN})
  void a_jpeg_is_turned_as_its_exif_data_tell(String file) {
    assertTurned(Base64.getDecoder().decode(file));
  }

  /** Six squares in two columns. */
  private static void assertTurned(byte[] file) {
    var image = read(file, 24, 16);
    int[][] squares = {{250, 0}, {150, 100}, {50, 200}};
    for (int y = 0; y < 3; y++) {
      for (int x = 0; x < 2; x++) {
        int red = image.get(8 * y + 4, 8 * x + 4, 0).toInts()[0];
        assertThat(red).as("square %d, %d", y, x).isCloseTo(squares[y][x], within(2));
      }
    }
  }

  @Test
  void exif_data_are_found_behind_other_segments_and_fill_bytes() {
    byte[] file = Base64.getDecoder().decode(LITTLE_ENDIAN);
    var longer = new ByteArrayOutputStream();
    longer.write(file, 0, 20);
    byte[] comment = "no Exif\0\0II*\0 here".getBytes(StandardCharsets.US_ASCII);
    longer.writeBytes(new byte[] {-1, -1, -1, (byte) 0xfe, 0, (byte) (comment.length + 2)});
    longer.writeBytes(comment);
    longer.write(file, 20, file.length - 20);
    assertTurned(longer.toByteArray());
  }

  /** Sizes and places in Exif data lead out of them; pixels are as they lie in the file. */
  @Test
  void damaged_exif_data_leave_an_image_as_it_is_or_turn_it() {
    byte[] file = Base64.getDecoder().decode(BIG_ENDIAN);
    long seed = 7;
    var random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = file.clone();
      for (int k = 0; k < 2; k++) {
        damaged[30 + random.nextInt(46)] = (byte) (random.nextBoolean() ? -1 : random.nextInt());
      }
      assertThat(read(damaged, 4, 4).shape()).as("input %d", i).isEqualTo(Shape.of(4, 4, 3));
    }
  }
}
