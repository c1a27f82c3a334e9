package io.cambric.data.table;

import dev.hardwood.internal.reader.Page;
import io.cambric.data.RecordReader;
import io.cambric.data.record.ComponentValues;
import io.cambric.data.record.RecordType;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of a Parquet file as records; mutable. */
final class ParquetRows<R extends Record> implements RecordReader<R> {

  private final OpenParquet file;
  private final RecordType<R> type;
  private final List<ParquetField> fields;
  private final List<ColumnPages> columns;

  /** The index of the current row in the page of each component. */
  private final int[] places;

  /** The page of the current row for each component; null before the first. */
  private final @Nullable Page[] pages;

  private long number;

  ParquetRows(OpenParquet file, RecordType<R> type) {
    this.file = file;
    this.type = type;
    try {
      var found = type.places(file.columns(), file.name());
      this.fields = Arrays.stream(found).mapToObj(file::flat).toList();
      for (int i = 0; i < found.length; i++) {
        requireReadable(i);
      }
      file.requireBounded(fields);
      this.columns = file.call(() -> fields.stream().map(file::pages).toList());
    } catch (DataException e) {
      file.close();
      throw e;
    }
    this.places = new int[fields.size()];
    this.pages = new @Nullable Page[fields.size()];
  }

  private ParquetType column(int component) {
    return Objects.requireNonNull(fields.get(component).type());
  }

  private void requireReadable(int component) {
    var values = column(component).values();
    var wanted = type.type(component);
    boolean asInstant = wanted == Instant.class && column(component).isInt96();
    if (values != null && (asInstant || ComponentValues.takes(wanted, values))) {
      return;
    }
    throw new DataException(
        "%s, column %s needs a type that fits %s, but has %s. %s"
            .formatted(
                file.name(),
                Quoted.of(fields.get(component).name()),
                wanted.getSimpleName(),
                column(component),
                values == null
                    ? "Leave it out, or write it as another type."
                    : "Give the component the type %s.".formatted(natural(values))));
  }

  /** {@return the class of a component that can hold all values of a column} */
  private static String natural(Class<?> values) {
    if (values == Long.class || values == Float.class || values == Double.class) {
      return values.getSimpleName().toLowerCase(Locale.ROOT);
    }
    return values.getSimpleName();
  }

  @Override
  public @Nullable R next() {
    return file.<@Nullable R>call(() -> {
      if (number == file.rows()) {
        return null;
      }
      number++;
      var values = new Object[places.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(i, advance(i));
      }
      return type.make(values, () -> "%s, row %d".formatted(file.name(), number));
    });
  }

  /** {@return the page of a component that has the current row} */
  private Page advance(int component) throws IOException {
    places[component]++;
    var page = pages[component];
    if (page != null && places[component] < page.size()) {
      return page;
    }
    if (!columns.get(component).next()) {
      throw new DataException(
          "%s needs the %d rows of its footer, but column %s has %d. Write the file again."
              .formatted(
                  file.name(), file.rows(), Quoted.of(fields.get(component).name()), number - 1));
    }
    var next = columns.get(component).page();
    pages[component] = next;
    places[component] = 0;
    return next;
  }

  private Object value(int component, Page page) throws IOException {
    var wanted = type.type(component);
    if (page.isNull(places[component])) {
      var none = RecordType.missing(wanted);
      if (none == null) {
        throw unfit(component, "none");
      }
      return none;
    }
    var value = stored(component, page);
    var taken =
        wanted == Instant.class && value instanceof LocalDateTime time
            ? time.toInstant(ZoneOffset.UTC)
            : ComponentValues.of(value, wanted);
    if (taken == null) {
      throw unfit(component, "%s of type %s".formatted(shown(value), column(component)));
    }
    return taken;
  }

  private Object stored(int component, Page page) throws IOException {
    try {
      return ParquetValues.of(page, column(component), places[component]);
    } catch (DateTimeException | ArithmeticException | CharacterCodingException e) {
      throw unfit(component, "an invalid %s: %s".formatted(column(component), e.getMessage()));
    }
  }

  private static String shown(Object value) {
    return value instanceof String text ? Quoted.of(text) : value.toString();
  }

  private DataException unfit(int component, String came) {
    return new DataException(
        "%s, row %d, column %s needs %s, but has %s. Change the record, or correct the file."
            .formatted(
                file.name(),
                number,
                Quoted.of(type.names().get(component)),
                ComponentValues.needed(type.type(component)),
                came));
  }

  @Override
  public void close() {
    file.close();
  }
}
