package io.cambric.data.table;

import dev.hardwood.metadata.RepetitionType;
import dev.hardwood.schema.FileSchema;
import dev.hardwood.schema.SchemaNode;
import dev.hardwood.schema.SchemaNode.GroupNode;
import dev.hardwood.schema.SchemaNode.PrimitiveNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column of a file from the user's view; a nested one has leaves of its own.
 *
 * @param name the full name, with its points
 * @param leaf the index among the leaves of the file; negative if it is nested
 * @param type of a flat column; null if it is nested
 * @param form its description, for messages
 */
record ParquetField(String name, int leaf, @Nullable ParquetType type, String form) {

  private static final int NESTED = -1;

  ParquetField {
    // A damaged footer may lack it.
    Objects.requireNonNull(name, "a column has no name");
  }

  static List<ParquetField> of(FileSchema schema) {
    return schema.getRootNode().children().stream().map(node -> of(node, schema)).toList();
  }

  private static ParquetField of(SchemaNode node, FileSchema schema) {
    return switch (node) {
      case PrimitiveNode flat when flat.repetitionType() != RepetitionType.REPEATED -> {
        var type = ParquetType.of(schema.getColumn(flat.columnIndex()));
        yield new ParquetField(flat.name(), flat.columnIndex(), type, type.toString());
      }
      case PrimitiveNode list ->
          new ParquetField(list.name(), NESTED, null, "repeated " + list.type());
      case GroupNode group -> new ParquetField(group.name(), NESTED, null, form(group));
    };
  }

  private static String form(GroupNode group) {
    if (group.logicalType() != null) {
      return group.logicalType().toString();
    }
    return Objects.requireNonNullElse(group.convertedType(), "STRUCT").toString();
  }
}
